#include "spec/json/numbers.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <vector>

namespace plumbline {
namespace {

TEST(CompareNumbers, IsExact) {
    const std::vector<Json> ascending{-1e300,
                                      std::numeric_limits<std::int64_t>::min(),
                                      -2.5,
                                      -2,
                                      0,
                                      2.5,
                                      9007199254740992.0,
                                      9007199254740993,
                                      std::numeric_limits<std::uint64_t>::max(),
                                      18446744073709551616.0};
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        for (std::size_t j = 0; j < ascending.size(); ++j)
            EXPECT_TRUE(compare_numbers(ascending[i], ascending[j]) == (i <=> j)) << i << ' ' << j;
    }
    EXPECT_TRUE(compare_numbers(1, 1.0) == 0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Json& number : {Json(1), Json(1.5), Json(nan)})
        EXPECT_TRUE(compare_numbers(number, nan) == std::partial_ordering::unordered);
}

TEST(IsIntegral, DependsOnTheValueNotTheNotation) {
    EXPECT_TRUE(is_integral(Json(512)));
    EXPECT_TRUE(is_integral(Json(512.0)));
    EXPECT_TRUE(is_integral(Json(1e300)));
    EXPECT_FALSE(is_integral(Json(7.5)));
    EXPECT_FALSE(is_integral(Json(std::numeric_limits<double>::infinity())));
}

}  // namespace
}  // namespace plumbline

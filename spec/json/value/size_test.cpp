#include "spec/json/size.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace plumbline {
namespace {

TEST(SizeInMemory, CountsTextsNamesAndValues) {
    EXPECT_EQ(size_in_memory(Json(), 100), sizeof(Json));
    EXPECT_EQ(size_in_memory(Json("abc"), 100), sizeof(Json) + 3);
    EXPECT_EQ(size_in_memory(Json::array({1, 2}), 100), 3 * sizeof(Json));
    EXPECT_GT(size_in_memory(Json{{"name", "abc"}}, 1'000), 100U);
}

TEST(SizeInMemory, StopsBeyondWhatIsEnough) {
    const Json many(std::vector<int>(1'000'000, 7));
    const std::size_t size = size_in_memory(many, 1'000);
    EXPECT_GT(size, 1'000U);
    EXPECT_LT(size, 2'000U);
}

}  // namespace
}  // namespace plumbline

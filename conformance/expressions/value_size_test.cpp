#include "conformance/expressions/value_size.hpp"

#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/base/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::expressions {
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

TEST(ComputedValue, HasALimit) {
    const Json inputs{{"half", std::string(kMaxComputedBytes / 2, 'x')}};
    Scope scope;
    scope.inputs = &inputs;
    const auto once = Interpolation::parse("{$inputs.half}");
    const auto more = Interpolation::parse("{$inputs.half}-{$inputs.half}");
    ASSERT_TRUE(once && more);
    EXPECT_THAT(once->evaluate(scope), IsOk());
    EXPECT_THAT(more->evaluate(scope), IsErrorCode(ErrorCode::kLimit));
}

}  // namespace
}  // namespace plumbline::expressions

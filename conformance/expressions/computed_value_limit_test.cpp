#include "conformance/expressions/computed_value_limit.hpp"

#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/base/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

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

#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/testing.hpp"

namespace plumbline::expressions {
namespace {

Result<Json> value_in(const Scope& scope, std::string_view text) {
    return Expression::parse(text).and_then(
        [&](const Expression& expression) { return resolve(expression, scope); });
}

TEST(ListResponse, IsReadAsAnArrayOrAsAnObject) {
    const SampleExchange sample;
    Scope scope = sample.scope();
    EXPECT_FALSE(value_in(scope, "$response.body#/1/id"));
    scope.list_items = "/items";
    EXPECT_EQ(*value_in(scope, "$response.body#/1/id"), "i-1");
    EXPECT_EQ(*value_in(scope, "$response.body#/items/1/id"), "i-1");
    EXPECT_FALSE(value_in(scope, "$response.body#/2/id"));
    EXPECT_FALSE(value_in(scope, "$response.body#/other/id"));
    const Json array = sample.response_body["items"];
    scope.response_body = &array;
    EXPECT_EQ(*value_in(scope, "$response.body#/1/id"), "i-1");
    EXPECT_EQ(*value_in(scope, "$response.body#/items/1/id"), "i-1");
    EXPECT_FALSE(value_in(scope, "$response.body#/items/2/id"));
}

}  // namespace
}  // namespace plumbline::expressions

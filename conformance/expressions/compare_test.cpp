#include "conformance/expressions/compare.hpp"

#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::expressions {
namespace {

using ::testing::TestWithParam;
using ::testing::Values;

// `order` is <, = or >; ! means unequal and without an order.
struct ComparisonCase {
    std::string_view left;
    std::string_view right;
    char order;
};
void PrintTo(const ComparisonCase& pair, std::ostream* out) {
    *out << pair.left << ' ' << pair.order << ' ' << pair.right;
}

class JsonComparison : public TestWithParam<ComparisonCase> {};

TEST_P(JsonComparison, AgreesForEveryOperator) {
    const Json left = json_of(GetParam().left);
    const Json right = json_of(GetParam().right);
    const char order = GetParam().order;
    EXPECT_EQ(compare(left, RelationalOperator::kEqual, right), order == '=');
    EXPECT_EQ(compare(left, RelationalOperator::kNotEqual, right), order != '=');
    EXPECT_EQ(compare(left, RelationalOperator::kLess, right), order == '<');
    EXPECT_EQ(compare(left, RelationalOperator::kLessOrEqual, right), order == '<' || order == '=');
    EXPECT_EQ(compare(left, RelationalOperator::kGreater, right), order == '>');
    EXPECT_EQ(compare(left, RelationalOperator::kGreaterOrEqual, right),
              order == '>' || order == '=');
    EXPECT_EQ(compare(right, RelationalOperator::kEqual, left), order == '=');
}

INSTANTIATE_TEST_SUITE_P(OfNumbers,
                         JsonComparison,
                         Values(ComparisonCase{"1", "2", '<'},
                                ComparisonCase{"1", "1.0", '='},
                                ComparisonCase{"-1", "1", '<'},
                                ComparisonCase{"0.5", "0.25", '>'},
                                ComparisonCase{"-1", "18446744073709551615", '<'},
                                ComparisonCase{"9007199254740993", "9007199254740992", '>'}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfStringsIgnoreCase,
                         JsonComparison,
                         Values(ComparisonCase{R"("deployed")", R"("DEPLOYED")", '='},
                                ComparisonCase{R"("a")", R"("B")", '<'},
                                ComparisonCase{
                                    R"("2026-01-02T00:00:00Z")", R"("2025-12-31T00:00:00Z")", '>'},
                                ComparisonCase{R"("")", R"("a")", '<'}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfANumericStringAndANumberAreNumeric,
                         JsonComparison,
                         Values(ComparisonCase{R"("42")", "42", '='},
                                ComparisonCase{"42.0", R"("42")", '='},
                                ComparisonCase{R"("9")", "10", '<'},
                                ComparisonCase{R"("-1e2")", "-100", '='},
                                ComparisonCase{R"("abc")", "1", '!'},
                                ComparisonCase{R"("")", "0", '!'},
                                ComparisonCase{R"(" 42")", "42", '!'},
                                ComparisonCase{R"("042")", "42", '!'},
                                ComparisonCase{R"("1e999")", "1", '!'}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfOtherTypesAreUnequalAndUnordered,
                         JsonComparison,
                         Values(ComparisonCase{"null", "0", '!'},
                                ComparisonCase{"null", "false", '!'},
                                ComparisonCase{"null", R"("null")", '!'},
                                ComparisonCase{"true", "1", '!'},
                                ComparisonCase{"true", R"("true")", '!'},
                                ComparisonCase{"[1]", "1", '!'},
                                ComparisonCase{"true", "false", '!'},
                                ComparisonCase{"[1, 2]", "[2, 1]", '!'}),
                         RowName());

TEST(Compare, ComparesWholeValuesForEquality) {
    const auto equal = [](std::string_view left, std::string_view right) {
        return compare(json_of(left), RelationalOperator::kEqual, json_of(right));
    };
    EXPECT_TRUE(equal("null", "null"));
    EXPECT_TRUE(equal("true", "true"));
    EXPECT_TRUE(equal(R"({"a": 1, "b": [2]})", R"({"b": [2.0], "a": 1})"));
    EXPECT_FALSE(equal(R"({"a": "X"})", R"({"a": "x"})"));
}

TEST(Compare, HasNoOrderForNull) {
    EXPECT_FALSE(compare(Json(nullptr), RelationalOperator::kLessOrEqual, Json(nullptr)));
    EXPECT_FALSE(compare(Json(nullptr), RelationalOperator::kLess, Json(1)));
}

TEST(Compare, OrdersNumericStringsAsNumbersButEquatesThemAsStrings) {
    EXPECT_TRUE(compare(Json("9"), RelationalOperator::kLess, Json("10")));
    EXPECT_FALSE(compare(Json("1.0"), RelationalOperator::kEqual, Json("1")));
}

TEST(Truthiness, IsFalseForFalseNullZeroAndTheEmptyString) {
    EXPECT_FALSE(is_truthy(Json(false)));
    EXPECT_FALSE(is_truthy(Json(nullptr)));
    EXPECT_FALSE(is_truthy(Json(0)));
    EXPECT_FALSE(is_truthy(Json(0.0)));
    EXPECT_FALSE(is_truthy(Json("")));
    EXPECT_TRUE(is_truthy(Json(true)));
    EXPECT_TRUE(is_truthy(Json(-1)));
    EXPECT_TRUE(is_truthy(Json("false")));
    EXPECT_TRUE(is_truthy(Json::array()));
    EXPECT_TRUE(is_truthy(Json::object()));
}

}  // namespace
}  // namespace plumbline::expressions

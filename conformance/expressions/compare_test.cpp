#include "conformance/expressions/compare.hpp"

#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::expressions {
namespace {

using ::testing::TestWithParam;
using ::testing::Values;

// `order` is <, = or >, or ! for unequal without an order.
struct Pair {
    std::string_view left;
    std::string_view right;
    char order;
};
void PrintTo(const Pair& pair, std::ostream* out) {
    *out << pair.left << ' ' << pair.order << ' ' << pair.right;
}

class Pairs : public TestWithParam<Pair> {};

TEST_P(Pairs, CompareInOneWay) {
    const Json left = json_of(GetParam().left);
    const Json right = json_of(GetParam().right);
    const char order = GetParam().order;
    EXPECT_EQ(compare(left, Comparison::kEqual, right), order == '=');
    EXPECT_EQ(compare(left, Comparison::kNotEqual, right), order != '=');
    EXPECT_EQ(compare(left, Comparison::kLess, right), order == '<');
    EXPECT_EQ(compare(left, Comparison::kLessOrEqual, right), order == '<' || order == '=');
    EXPECT_EQ(compare(left, Comparison::kGreater, right), order == '>');
    EXPECT_EQ(compare(left, Comparison::kGreaterOrEqual, right), order == '>' || order == '=');
    EXPECT_EQ(compare(right, Comparison::kEqual, left), order == '=');
}

INSTANTIATE_TEST_SUITE_P(OfNumbers,
                         Pairs,
                         Values(Pair{"1", "2", '<'},
                                Pair{"1", "1.0", '='},
                                Pair{"-1", "1", '<'},
                                Pair{"0.5", "0.25", '>'},
                                Pair{"-1", "18446744073709551615", '<'},
                                Pair{"9007199254740993", "9007199254740992", '>'}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfStringsIgnoreCase,
                         Pairs,
                         Values(Pair{R"("deployed")", R"("DEPLOYED")", '='},
                                Pair{R"("a")", R"("B")", '<'},
                                Pair{R"("2026-01-02T00:00:00Z")", R"("2025-12-31T00:00:00Z")", '>'},
                                Pair{R"("")", R"("a")", '<'}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfANumericStringAndANumberAreNumeric,
                         Pairs,
                         Values(Pair{R"("42")", "42", '='},
                                Pair{"42.0", R"("42")", '='},
                                Pair{R"("9")", "10", '<'},
                                Pair{R"("-1e2")", "-100", '='},
                                Pair{R"("abc")", "1", '!'},
                                Pair{R"("")", "0", '!'},
                                Pair{R"(" 42")", "42", '!'},
                                Pair{R"("042")", "42", '!'},
                                Pair{R"("1e999")", "1", '!'}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfOtherTypesAreUnequalAndUnordered,
                         Pairs,
                         Values(Pair{"null", "0", '!'},
                                Pair{"null", "false", '!'},
                                Pair{"null", R"("null")", '!'},
                                Pair{"true", "1", '!'},
                                Pair{"true", R"("true")", '!'},
                                Pair{"[1]", "1", '!'},
                                Pair{"true", "false", '!'},
                                Pair{"[1, 2]", "[2, 1]", '!'}),
                         RowName());

TEST(Compare, EqualsWholeValues) {
    const auto equal = [](std::string_view left, std::string_view right) {
        return compare(json_of(left), Comparison::kEqual, json_of(right));
    };
    EXPECT_TRUE(equal("null", "null"));
    EXPECT_TRUE(equal("true", "true"));
    EXPECT_TRUE(equal(R"({"a": 1, "b": [2]})", R"({"b": [2.0], "a": 1})"));
    EXPECT_FALSE(equal(R"({"a": "X"})", R"({"a": "x"})"));
}

TEST(Compare, HasNoOrderForNull) {
    EXPECT_FALSE(compare(Json(nullptr), Comparison::kLessOrEqual, Json(nullptr)));
    EXPECT_FALSE(compare(Json(nullptr), Comparison::kLess, Json(1)));
}

TEST(Compare, OrdersTwoNumericStringsAsNumbersButEqualsThemAsTexts) {
    EXPECT_TRUE(compare(Json("9"), Comparison::kLess, Json("10")));
    EXPECT_FALSE(compare(Json("1.0"), Comparison::kEqual, Json("1")));
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

#include "spec/json/parse.hpp"
#include "spec/schema/written_numbers.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

struct Pair {
    std::string_view name;
    std::string_view a;
    std::string_view b;
    int order;  ///< -1, 0, 1
};

int sign(std::strong_ordering order) {
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

class CompareWritten : public testing::TestWithParam<Pair> {};

TEST_P(CompareWritten, ComparesExactlyInBothDirections) {
    const Json a = *parse_json(GetParam().a);
    const Json b = *parse_json(GetParam().b);
    EXPECT_EQ(sign(compare_written(a, b, nullptr)), GetParam().order);
    EXPECT_EQ(sign(compare_written(b, a, nullptr)), -GetParam().order);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    CompareWritten,
    testing::Values(Pair{"IntegerAndItsDecimal", "1", "1.0", 0},
                    Pair{"ZeroAndMinusZero", "0", "-0.0", 0},
                    Pair{"NeighboursBeyond53Bits", "9007199254740992", "9007199254740993", -1},
                    Pair{"IntegerAgainstDouble", "9007199254740993", "9007199254740992.0", 1},
                    Pair{"LargestUnsigned", "18446744073709551615", "18446744073709551616.0", -1},
                    Pair{"LargestUnsignedAgainstNegative", "18446744073709551615", "-1", 1},
                    Pair{"SmallestInteger", "-9223372036854775808", "-9223372036854775808.0", 0},
                    Pair{"HugeDouble", "9223372036854775807", "1e300", -1},
                    Pair{"HugeNegativeDouble", "-9223372036854775808", "-1e300", 1},
                    Pair{"Fraction", "2", "2.5", -1},
                    Pair{"NegativeFraction", "-2", "-2.5", 1},
                    Pair{"TrueIsNotOne", "true", "1", -1},
                    Pair{"NullIsNotFalse", "null", "false", -1},
                    Pair{"Strings", "\"a\"", "\"b\"", -1},
                    Pair{"NumbersInsideArrays", "[1, 2.0]", "[1.0, 2]", 0},
                    Pair{"ArraysByItem", "[1, 2]", "[1, 3]", -1},
                    Pair{"ShorterArrayFirst", "[9]", "[1, 1]", -1},
                    Pair{"ObjectsRegardlessOfOrder", R"({"a":1,"b":2})", R"({"b":2.0,"a":1.0})", 0},
                    Pair{"ObjectsByKey", R"({"a":1})", R"({"b":1})", -1},
                    Pair{"ObjectsByValue", R"({"a":1})", R"({"a":2})", -1},
                    Pair{"ObjectsBySize", R"({"z":1})", R"({"a":1,"b":1})", -1},
                    Pair{"ArrayIsNotObject", "[]", "{}", -1}),
    [](const auto& row) { return std::string(row.param.name); });

struct Multiple {
    std::string_view name;
    double value;
    double divisor;
    bool is_multiple;
};

class IsMultiple : public testing::TestWithParam<Multiple> {};

TEST_P(IsMultiple, DividesDecimals) {
    EXPECT_EQ(is_multiple(shortest_decimal(Json(GetParam().value)),
                          shortest_decimal(Json(GetParam().divisor))),
              GetParam().is_multiple);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         IsMultiple,
                         testing::Values(Multiple{"Tenths", 0.3, 0.1, true},
                                         Multiple{
                                             "NotQuiteTenths", 0.30000000000000004, 0.1, false},
                                         Multiple{"Hundredths", 4.35, 0.01, true},
                                         Multiple{"Half", 7.5, 1, false},
                                         Multiple{"Zero", 0, 0.1, true},
                                         Multiple{"Huge", 1e300, 0.1, true},
                                         Multiple{"HugeOfSeven", 1e300, 7, false},
                                         Multiple{"Tiny", 1e-300, 0.1, false},
                                         Multiple{"TinyDivisor", 12391239123, 1e-8, true},
                                         Multiple{"LargerThanTheValue", 5, 10, false},
                                         Multiple{"LargeDivisor", 3e20, 1e20, true},
                                         Multiple{"NegativeValue", -4.5, 1.5, true}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(IsMultiple, AcceptsEveryTenthUpToSixteen) {
    const WrittenDecimal tenth = shortest_decimal(Json(0.1));
    for (int tenths = 1; tenths <= 160; ++tenths) {
        const std::string text = std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
        EXPECT_TRUE(is_multiple(shortest_decimal(*parse_json(text)), tenth)) << text;
        EXPECT_FALSE(is_multiple(shortest_decimal(*parse_json(text + '5')), tenth)) << text << '5';
    }
}

}  // namespace
}  // namespace plumbline

#include "spec/schema/written_numbers.hpp"

#include "spec/base/row_name.hpp"
#include "spec/json/parse.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <utility>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(WrittenDecimals, AreReadWithoutRounding) {
    EXPECT_EQ(written_decimal("-0120.500e2"), (WrittenDecimal{true, "1205", 1}));
    EXPECT_EQ(written_decimal("0.000e5"), WrittenDecimal{});
    EXPECT_EQ(written_decimal("1E+2"), shortest_decimal(Json(100)));
    EXPECT_EQ(shortest_decimal(Json(-0.25)), (WrittenDecimal{true, "25", -2}));
    EXPECT_EQ(shortest_decimal(Json(1200)), (WrittenDecimal{false, "12", 2}));
    EXPECT_EQ(shortest_decimal(Json(1e300)), (WrittenDecimal{false, "1", 300}));
    EXPECT_EQ(shortest_decimal(Json(0.30000000000000004)),
              (WrittenDecimal{false, "30000000000000004", -17}));
    EXPECT_EQ(shortest_decimal(Json(std::numeric_limits<std::int64_t>::min())),
              (WrittenDecimal{true, "9223372036854775808", 0}));
    EXPECT_EQ(shortest_decimal(Json(0.0)), WrittenDecimal{});
}

TEST(WrittenDecimals, AreOrdered) {
    const std::vector<const char*> ascending{
        "-1e999", "-2", "-1.5", "0", "1e-999", "0.1", "0.10000000000000000001", "3", "12", "1e999"};
    for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
        const auto less = written_decimal(ascending[i]);
        const auto more = written_decimal(ascending[i + 1]);
        EXPECT_TRUE(compare_decimals(less, more) < 0) << ascending[i];
        EXPECT_TRUE(compare_decimals(more, less) > 0) << ascending[i];
    }
}

TEST(WrittenNumbers, AreFoundAtTheirPlaces) {
    const std::string text =
        R"({"a": [1, 0.5, "1e999", 1e999], "\u0062\"": {"c": 0.10000000000000000001}, "d": true})";
    const Json value = parse_foreign_json(text).value();
    WrittenNumbers numbers(text, value);
    EXPECT_EQ(numbers.find(value["a"][1]), nullptr);
    ASSERT_NE(numbers.find(value["a"][3]), nullptr);
    EXPECT_EQ(numbers.find(value["a"][3])->exponent, 999);
    ASSERT_NE(numbers.find(value["b\""]["c"]), nullptr);
    EXPECT_EQ(numbers.find(value["b\""]["c"])->digits, "10000000000000000001");
    EXPECT_TRUE(numbers.has_rounded(value));
    EXPECT_FALSE(numbers.has_rounded(value["d"]));
}

TEST(WrittenNumbers, AreNoneInATextOfAnotherValue) {
    const Json value = parse_foreign_json("[0.1]").value();
    WrittenNumbers numbers(R"({"a": [[1e999, 2], 3], "b": 1e999}, 1e999]])", value);
    EXPECT_FALSE(numbers.has_rounded(value));
}

/// A schema, a text, the keywords of the violations and those that are not judged.
struct NumberCase {
    std::string_view name;
    std::string_view schema;
    std::string_view text;
    std::vector<std::string> violations{};
    std::vector<std::string> unjudged{};
};

void PrintTo(const NumberCase& row, std::ostream* out) {
    *out << row.schema << " of " << row.text;
}

std::vector<std::string> keywords_of(const std::vector<Violation>& violations) {
    std::vector<std::string> keywords;
    for (const Violation& one : violations) keywords.push_back(one.keyword);
    return keywords;
}

class LongNumbers : public testing::TestWithParam<NumberCase> {};

TEST_P(LongNumbers, AreJudgedExactlyOrNotAtAll) {
    const auto document =
        parse_json_document(GetParam().schema, "test.json", kForeignJsonLimits).value();
    const auto schema = SchemaCompiler(document, SchemaStrictness::kTolerant).compile("");
    ASSERT_THAT(schema, IsOk());
    const Json value = parse_foreign_json(GetParam().text).value();
    WrittenNumbers numbers(GetParam().text, value);
    const SchemaJudgement judgement = schema->judge(value, &numbers);
    EXPECT_EQ(keywords_of(judgement.violations), GetParam().violations);
    EXPECT_EQ(keywords_of(judgement.unjudged), GetParam().unjudged);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    LongNumbers,
    testing::Values(
        NumberCase{"Multiple", R"({"multipleOf":0.01})", "19.99000000000000000000"},
        NumberCase{
            "NoMultiple", R"({"multipleOf":0.01})", "19.9900000000000000001", {"multipleOf"}},
        NumberCase{"MultipleOfAnInteger", R"({"multipleOf":7})", "700000000000000000000000007"},
        NumberCase{"HugeMultiple", R"({"multipleOf":8})", "1e400"},
        NumberCase{"TinyMultiple", R"({"multipleOf":0.1})", "1e-400", {"multipleOf"}},
        NumberCase{"LongDivisor",
                   R"({"multipleOf":0.12345678901234567890})",
                   "0.24691357802469135780",
                   {},
                   {"multipleOf"}},
        NumberCase{"Const", R"({"const":0.1})", "0.10000000000000000001", {"const"}},
        NumberCase{"LongConst",
                   R"({"const":123456789012345678901234567890})",
                   "123456789012345678901234567890",
                   {},
                   {"const"}},
        NumberCase{"OtherLongConst",
                   R"({"const":123456789012345678901234567890})",
                   "923456789012345678901234567890",
                   {"const"}},
        NumberCase{"IntegerConst", R"({"const":9007199254740993})", "9007199254740993.0"},
        NumberCase{"Enum",
                   R"({"enum":[1,[0.12345678901234567890]]})",
                   "[0.12345678901234567890]",
                   {},
                   {"enum"}},
        NumberCase{"UniqueItems",
                   R"({"uniqueItems":true})",
                   "[{\"a\":0.12345678901234567891},{\"a\":0.12345678901234567892}]"},
        NumberCase{"EqualItems",
                   R"({"uniqueItems":true})",
                   "[0.12345678901234567891,0.123456789012345678910]",
                   {"uniqueItems"}},
        NumberCase{"Maximum", R"({"maximum":9007199254740992})", "9007199254740992.5", {"maximum"}},
        NumberCase{"LongMaximum",
                   R"({"maximum":123456789012345678901234567890})",
                   "123456789012345678901234567891",
                   {},
                   {"maximum"}},
        NumberCase{"Fraction", R"({"type":"integer"})", "9007199254740993.5", {"type"}},
        NumberCase{"Integer", R"({"type":"integer"})", "9007199254740993.0"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace plumbline

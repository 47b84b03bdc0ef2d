#include "spec/json/parse.hpp"

#include "spec/base/testing.hpp"
#include "spec/base/text.hpp"
#include "spec/json/document.hpp"
#include "spec/json/random_json_fixture.hpp"
#include "spec/json/testing.hpp"

namespace plumbline {
namespace {

struct ValueCase {
    std::string_view name;
    std::string_view text;
    Json value;
};

class ReadsJson : public testing::TestWithParam<ValueCase> {};

TEST_P(ReadsJson, AsItsValue) {
    const auto value = parse_json(GetParam().text);
    ASSERT_THAT(value, IsOk());
    EXPECT_EQ(*value, GetParam().value);
    EXPECT_EQ(value->type(), GetParam().value.type());
}

TEST_P(ReadsJson, EquallyWithBothParsers) {
    const auto fast = parse_json(GetParam().text);
    const auto careful = parse_json_document(GetParam().text, "");
    ASSERT_THAT(fast, IsOk());
    ASSERT_THAT(careful, IsOk());
    EXPECT_EQ(*fast, *careful->root);
    EXPECT_EQ(fast->type(), careful->root->type());
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ReadsJson,
    testing::Values(ValueCase{"Null", " null\n", Json()},
                    ValueCase{"True", "true", Json(true)},
                    ValueCase{"False", "false", Json(false)},
                    ValueCase{"Zero", "0", Json(0U)},
                    ValueCase{"MinusZero", "-0", Json(0U)},
                    ValueCase{"Negative", "-12", Json(-12)},
                    ValueCase{"LargestUnsigned", "18446744073709551615", Json(UINT64_MAX)},
                    ValueCase{"SmallestSigned", "-9223372036854775808", Json(INT64_MIN)},
                    ValueCase{"ExactBeyondSixtyFourBits", "18446744073709551616", Json(0x1p64)},
                    ValueCase{"Fraction", "1.10", Json(1.1)},
                    ValueCase{"WholeFraction", "1.0", Json(1.0)},
                    ValueCase{"Exponent", "1E+2", Json(100.0)},
                    ValueCase{"ZeroWithExponent", "0e-999", Json(0.0)},
                    ValueCase{"TooSmallForADouble", "-1e-999", Json(-0.0)},
                    ValueCase{"ZeroFraction", "-0.000e5", Json(-0.0)},
                    ValueCase{"SmallestDouble", "5e-324", Json(5e-324)},
                    ValueCase{
                        "LargestDouble", "1.7976931348623157e308", Json(1.7976931348623157e308)},
                    ValueCase{"Text", R"("a\"\\\/\b\f\n\r\t")", Json("a\"\\/\b\f\n\r\t")},
                    ValueCase{"Escapes", R"("\u00e9\ud83d\ude00")", Json("é😀")},
                    ValueCase{"EscapedZero", R"("\u0000")", Json(std::string(1, '\0'))},
                    ValueCase{"EmptyArray", "[ ]", Json::array()},
                    ValueCase{"EmptyObject", "{ }", Json::object()},
                    ValueCase{"ArrayOfOneArray", "[[1]]", Json::array({Json::array({1U})})},
                    ValueCase{"EmptyKey", R"({"":1})", Json::object({{"", 1U}})}),
    [](const auto& test) { return std::string(test.param.name); });

struct BadCase {
    std::string_view name;
    std::string text;
    ErrorCode code;
    std::string_view says;
};

class RefusesJson : public testing::TestWithParam<BadCase> {};

TEST_P(RefusesJson, WithPositionAndReason) {
    const auto value = parse_json(GetParam().text, "body.json");
    EXPECT_THAT(value, IsErrorCode(GetParam().code));
    EXPECT_THAT(value, FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    RefusesJson,
    testing::Values(
        BadCase{"Empty", "", ErrorCode::kSyntax, "body.json:1:1: expected a value, found nothing"},
        BadCase{"Blank", " \n ", ErrorCode::kSyntax, "expected a value, found nothing"},
        BadCase{"DuplicateKey",
                "{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}",
                ErrorCode::kSyntax,
                "body.json:3:2: the key \"a\" occurs twice"},
        BadCase{"DuplicateKeyByEscape",
                R"({"a\"b": 1, "\u0061\"b": 2})",
                ErrorCode::kSyntax,
                "body.json:1:13: the key \"a\"b\" occurs twice"},
        BadCase{"ByteOrderMark",
                "\xEF\xBB\xBF{}",
                ErrorCode::kSyntax,
                "body.json:1:1: the text begins with"},
        BadCase{"InvalidUtf8",
                "[\n\"a\xC0\xAF\"]",
                ErrorCode::kSyntax,
                "body.json:2:3: the byte 0xC0 is not UTF-8"},
        BadCase{
            "Utf16", std::string("[\0]\0", 4), ErrorCode::kSyntax, "body.json:1:2: a raw control"},
        BadCase{"ZeroByteBehindTheValue",
                std::string("1\0{{{", 5),
                ErrorCode::kSyntax,
                "body.json:1:2: a raw control character"},
        BadCase{"RawControlInText", "\"a\x01\"", ErrorCode::kSyntax, "write \\u0001"},
        BadCase{"RawTabInText", "\"a\tb\"", ErrorCode::kSyntax, "must be escaped to"},
        BadCase{"LoneSurrogate", R"("\ud83d")", ErrorCode::kSyntax, "surrogate"},
        BadCase{"LoneLowSurrogate", R"("\ude00")", ErrorCode::kSyntax, "surrogate"},
        BadCase{"SwappedSurrogates", R"("\ude00\ud83d")", ErrorCode::kSyntax, "surrogate"},
        BadCase{"TooLargeNumber",
                "[1,\n  1e999]",
                ErrorCode::kLimit,
                "body.json:2:3: the number 1e999 is too large for a double"},
        BadCase{"TooLargeNumberAtTheEnd",
                "-1e999",
                ErrorCode::kLimit,
                "body.json:1:1: the number -1e999"},
        BadCase{"IntegerThatWouldLoseDigits",
                "[18446744073709551617 ]",
                ErrorCode::kLimit,
                "body.json:1:2: the integer 18446744073709551617 does not fit into 64 bits"},
        BadCase{"NegativeIntegerThatWouldLoseDigits",
                "-9223372036854775809",
                ErrorCode::kLimit,
                "the integer -9223372036854775809"},
        BadCase{"SecondValue",
                "{}\n{}",
                ErrorCode::kSyntax,
                "body.json:2:1: not JSON, while parsing value"},
        BadCase{"Unfinished", "[1,", ErrorCode::kSyntax, "unexpected end of input"},
        BadCase{"TrailingComma",
                "[1,\n]",
                ErrorCode::kSyntax,
                "body.json:2:1: not JSON, while parsing value: unexpected ']'; expected '['"},
        BadCase{"Comment", "// a\n1", ErrorCode::kSyntax, "body.json:1:1: not JSON"},
        BadCase{"NotANumber", "NaN", ErrorCode::kSyntax, "invalid literal"},
        BadCase{"LeadingZero", "[01]", ErrorCode::kSyntax, "body.json:1:3: not JSON"},
        BadCase{"SingleQuotes", "{'a': 1}", ErrorCode::kSyntax, "body.json:1:2: not JSON"},
        BadCase{"MissingColon", R"({"a" 1})", ErrorCode::kSyntax, "expected ':'"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ParseJson, DoesNotRepeatTheInputInItsErrors) {
    const auto value = parse_json("\"" + std::string(100'000, 'x'));
    EXPECT_THAT(value, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_LT(to_text(value.error()).size(), 200U);
}

TEST(ParseJson, NeverCutsInsideACharacterInItsErrors) {
    const auto value = parse_json("[-\xC3\xA9]");
    ASSERT_THAT(value, FailsWith("invalid number; expected digit after '-'"));
    EXPECT_TRUE(is_utf8(to_text(value.error())));
}

TEST(ParseJson, ReportsThePositionWithoutAFileName) {
    EXPECT_THAT(parse_json("[1,\n x]"), FailsWith("line 2, column 2: not JSON"));
}

TEST(ParseJson, ReadsAsDeepAsTheLimitAndNoDeeper) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    EXPECT_THAT(parse_json(nested(64)), IsOk());
    EXPECT_THAT(parse_json(nested(65)), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_json(nested(65)), FailsWith("line 1, column 65: nested more than 64"));
    EXPECT_THAT(parse_json(R"({"a":{"b":1}})", "", {.max_depth = 1}),
                IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_json("1", "", {.max_depth = 0}), IsOk());
    EXPECT_THAT(parse_json(std::string(1'000'000, '[')), IsErrorCode(ErrorCode::kLimit));
}

TEST(ParseJson, ReadsAsMuchAsTheLimitAndNoMore) {
    EXPECT_THAT(parse_json("[1]", "", {.max_bytes = 3}), IsOk());
    EXPECT_THAT(parse_json("[1]", "", {.max_bytes = 2}), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_json("[1]", "x", {.max_bytes = 2}), FailsWith("3 bytes; at most 2"));
}

TEST(ParseJson, ReadsLargeTextsLikeSmallOnes) {
    Json large = Json::array();
    RandomJson random(7);
    while (large.size() < 6000) large.push_back(random.value());
    const std::string text = to_text(large);
    ASSERT_GT(text.size(), 100'000U);
    EXPECT_EQ(parse_json(text), large);
    EXPECT_THAT(parse_json(text + ']'), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_EQ(parse_json("[1]"), Json::array({1U}));
}

TEST(ParseJson, ReadsBackPrintedValues) {
    RandomJson random(2026);
    for (int i = 0; i < 500; ++i) {
        const Json value = random.value();
        ASSERT_EQ(parse_json(to_text(value)), value) << to_text(value);
        ASSERT_EQ(parse_json(to_pretty_text(value)), value) << to_text(value);
    }
}

TEST(ParseJson, AcceptsOrRefusesMutatedTexts) {
    RandomJson random(99);
    for (int i = 0; i < 5000; ++i) {
        const std::string text = random.mutated(to_text(random.value()));
        const auto value = parse_json(text);
        const auto careful = parse_json_document(text, "");
        ASSERT_EQ(value.has_value(), careful.has_value()) << text;
        if (value) {
            ASSERT_EQ(*value, *careful->root) << text;
            ASSERT_THAT(parse_json(to_text(*value)), IsOk()) << text;
        } else {
            ASSERT_EQ(value.error(), careful.error()) << text;
            ASSERT_GT(value.error().where.line, 0) << text;
        }
    }
}

TEST(ForeignJson, HasNumbersOfAnyLength) {
    const auto value = parse_foreign_json(
        R"([18446744073709551617, -9223372036854775809, 1e-999, 1e999, -2e400, "1e999\"", 0.1])",
        "body");
    ASSERT_THAT(value, IsOk());
    EXPECT_EQ((*value)[0], 18446744073709551616.0);
    EXPECT_EQ((*value)[1], -9223372036854775808.0);
    EXPECT_EQ((*value)[2], 0.0);
    EXPECT_EQ((*value)[3], std::numeric_limits<double>::max());
    EXPECT_EQ((*value)[4], std::numeric_limits<double>::lowest());
    EXPECT_EQ((*value)[5], "1e999\"");
    EXPECT_EQ((*value)[6], 0.1);
}

TEST(ForeignJson, MayBeNestedDeeperThanOurOwnFiles) {
    const auto nested = [](std::size_t levels) {
        return std::string(levels, '[') + std::string(levels, ']');
    };
    EXPECT_THAT(parse_json(nested(65)), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(parse_foreign_json(nested(128), "body"), IsOk());
    EXPECT_THAT(parse_foreign_json(nested(129), "body"), IsErrorCode(ErrorCode::kLimit));
}

struct MemoryCase {
    std::string name;
    std::string part;   ///< of an array
    std::size_t parts;  ///< with which the text is below the limit, and with two more it is not
};

class MemoryOfJson : public testing::TestWithParam<MemoryCase> {};

TEST_P(MemoryOfJson, IsEstimatedFromItsText) {
    constexpr std::size_t kLimit = 100'000;
    const auto list = [&](std::size_t parts) {
        std::string text = "[";
        for (std::size_t i = 0; i < parts; ++i) text += GetParam().part + ',';
        return text + "0]";
    };
    EXPECT_FALSE(takes_more_memory(list(GetParam().parts), kLimit));
    EXPECT_TRUE(takes_more_memory(list(GetParam().parts + 2), kLimit));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         MemoryOfJson,
                         testing::Values(MemoryCase{"Objects", "{}", 1'008},
                                         MemoryCase{"Numbers", "1", 2'938},
                                         MemoryCase{"Texts", R"("\"1,2,3")", 999},
                                         MemoryCase{"Members", R"({"a":true})", 428},
                                         MemoryCase{"LongNumbers", std::string(1'000, '1'), 5}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline

#include "spec/json/print.hpp"

#include "spec/base/row_name.hpp"
#include "spec/json/random_json_fixture.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <ostream>

namespace plumbline {
namespace {

TEST(JsonText, IsCompact) {
    EXPECT_EQ(to_text(json_of(R"({ "b": [1, 2.5, null], "a": "é" })")),
              R"({"a":"é","b":[1,2.5,null]})");
}

TEST(PlainText, WritesScalarsWithoutQuotesAndTheRestAsJson) {
    EXPECT_EQ(plain_text(Json("a \"b\"")), "a \"b\"");
    EXPECT_EQ(plain_text(Json(-3)), "-3");
    EXPECT_EQ(plain_text(Json(0.5)), "0.5");
    EXPECT_EQ(plain_text(Json(true)), "true");
    EXPECT_EQ(plain_text(Json(nullptr)), "null");
    EXPECT_EQ(plain_text(json_of(R"({"a": [1, "x"]})")), R"({"a":[1,"x"]})");
}

TEST(JsonText, IsWhatTheLibraryWrites) {
    constexpr int kValues = 2000;
    RandomJson random(7);
    for (int i = 0; i < kValues; ++i) {
        const Json value = random.value();
        ASSERT_EQ(to_text(value), value.dump());
    }
}

TEST(JsonText, EscapesSpecialCharactersAtEveryPosition) {
    for (const char special : {'"', '\\', '\n', '\x1F', '\x7F'}) {
        for (std::size_t at = 0; at < 20; ++at) {
            std::string text(20, 'a');
            text[at] = special;
            ASSERT_EQ(to_text(Json(text)), Json(text).dump());
            ASSERT_EQ(to_text(Json(text.substr(0, at + 1))), Json(text.substr(0, at + 1)).dump());
        }
    }
}

TEST(JsonText, EscapesEveryCharacterAsTheLibraryDoes) {
    std::string all;
    for (int code = 0; code < 0x80; ++code) {
        const std::string one(1, static_cast<char>(code));
        all += one + "abcdefgh";
        ASSERT_EQ(to_text(Json(one)), Json(one).dump()) << code;
    }
    EXPECT_EQ(to_text(Json(all)), Json(all).dump());
    EXPECT_EQ(to_text(Json(all + "é")), Json(all + "é").dump());
    const Json nested{{"text", Json{{"a", all}}.dump()}};
    EXPECT_EQ(to_text(nested), nested.dump());
}

TEST(JsonText, SupportsTextsOfEveryLength) {
    for (const std::size_t size : {0U, 500U, 501U, 510U, 512U, 2000U, 2048U, 100'000U}) {
        const Json value(std::string(size, 'a'));
        ASSERT_EQ(to_text(value), value.dump());
        ASSERT_EQ(to_text(Json::array({value, true, value})),
                  Json::array({value, true, value}).dump());
    }
}

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
    EXPECT_EQ(to_text(Json("a\xFF")), "\"a\xEF\xBF\xBD\"");
}

TEST(JsonText, WritesNullForInfinity) {
    EXPECT_EQ(to_text(Json(std::numeric_limits<double>::infinity())), "null");
}

TEST(PrettyText, IsIndentedByTwoSpaces) {
    EXPECT_EQ(to_pretty_text(json_of(R"({"a":[1]})")), "{\n  \"a\": [\n    1\n  ]\n}");
}

TEST(PrettyText, IsWhatTheLibraryWrites) {
    constexpr int kValues = 2000;
    RandomJson random(8);
    for (int i = 0; i < kValues; ++i) {
        const Json value = random.value();
        ASSERT_EQ(to_pretty_text(value), value.dump(2));
    }
    for (const char* empty : {"{}", "[]", R"({"a":{},"b":[[],{}]})"})
        EXPECT_EQ(to_pretty_text(json_of(empty)), json_of(empty).dump(2));
}

TEST(ShortText, LeavesAShortValueWhole) {
    EXPECT_EQ(to_short_text(Json("abc"), 5), "\"abc\"");
}

TEST(ShortText, CutsALongValue) {
    EXPECT_EQ(to_short_text(Json("abcdef"), 5), "\"abcd...");
}

TEST(ShortText, NeverCutsInsideACharacter) {
    EXPECT_EQ(to_short_text(Json("aé"), 3), "\"a...");
    EXPECT_EQ(to_short_text(Json("a😀"), 5), "\"a...");
    EXPECT_EQ(to_short_text(Json("a😀b"), 6), "\"a😀...");
}

struct TypeCase {
    std::string_view text;
    std::string_view name;
};

void PrintTo(const TypeCase& row, std::ostream* out) {
    *out << row.text;
}

class TypeName : public testing::TestWithParam<TypeCase> {};

TEST_P(TypeName, IsThatOfJsonSchema) {
    EXPECT_EQ(type_name(json_of(GetParam().text)), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         TypeName,
                         testing::Values(TypeCase{"null", "null"},
                                         TypeCase{"true", "boolean"},
                                         TypeCase{"1", "integer"},
                                         TypeCase{"-1", "integer"},
                                         TypeCase{"1.5", "number"},
                                         TypeCase{"\"a\"", "string"},
                                         TypeCase{"[]", "array"},
                                         TypeCase{"{}", "object"}),
                         RowName());

}  // namespace
}  // namespace plumbline

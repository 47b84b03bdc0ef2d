#include "conformance/runner/request/parameter_style.hpp"

#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

namespace plumbline::runner {
namespace {

struct StyleRow {
    const char* name;
    ParameterLocation location;
    const char* style;
    bool explode;
    const char* value;
    const char* text;
};

void PrintTo(const StyleRow& row, std::ostream* out) {
    *out << row.name;
}

class ParameterStyle : public ::testing::TestWithParam<StyleRow> {};

TEST_P(ParameterStyle, WritesTheValue) {
    Parameter parameter;
    parameter.name = "n";
    parameter.location = GetParam().location;
    parameter.style = GetParam().style;
    parameter.explode = GetParam().explode;
    EXPECT_EQ(serialize_parameter(parameter, json_of(GetParam().value)), GetParam().text);
}

constexpr const char* kList = R"(["a b", 2])";
constexpr const char* kObject = R"({"k": "v&", "l": true})";
constexpr auto kPath = ParameterLocation::kPath;
constexpr auto kQuery = ParameterLocation::kQuery;

INSTANTIATE_TEST_SUITE_P(
    Table,
    ParameterStyle,
    ::testing::Values(
        StyleRow{"SimpleText", kPath, "simple", false, R"("a/b")", "a%2Fb"},
        StyleRow{"SimpleList", kPath, "simple", false, kList, "a%20b,2"},
        StyleRow{"SimpleObject", kPath, "simple", false, kObject, "k,v%26,l,true"},
        StyleRow{"SimpleObjectExploded", kPath, "simple", true, kObject, "k=v%26,l=true"},
        StyleRow{"LabelText", kPath, "label", false, "7", ".7"},
        StyleRow{"LabelList", kPath, "label", false, kList, ".a%20b,2"},
        StyleRow{"LabelListExploded", kPath, "label", true, kList, ".a%20b.2"},
        StyleRow{"MatrixText", kPath, "matrix", false, "7", ";n=7"},
        StyleRow{"MatrixEmpty", kPath, "matrix", false, R"("")", ";n"},
        StyleRow{"MatrixList", kPath, "matrix", false, kList, ";n=a%20b,2"},
        StyleRow{"MatrixListExploded", kPath, "matrix", true, kList, ";n=a%20b;n=2"},
        StyleRow{"MatrixObjectExploded", kPath, "matrix", true, kObject, ";k=v%26;l=true"},
        StyleRow{"FormText", kQuery, "form", true, R"("a b")", "n=a%20b"},
        StyleRow{"FormList", kQuery, "form", false, kList, "n=a%20b,2"},
        StyleRow{"FormListExploded", kQuery, "form", true, kList, "n=a%20b&n=2"},
        StyleRow{"FormObject", kQuery, "form", false, kObject, "n=k,v%26,l,true"},
        StyleRow{"FormObjectExploded", kQuery, "form", true, kObject, "k=v%26&l=true"},
        StyleRow{"FormListOfNothing", kQuery, "form", true, "[]", ""},
        StyleRow{"SpaceDelimited", kQuery, "spaceDelimited", false, kList, "n=a%20b%202"},
        StyleRow{"PipeDelimited", kQuery, "pipeDelimited", false, kList, "n=a%20b%7C2"},
        StyleRow{"DeepObject", kQuery, "deepObject", false, kObject, "n%5Bk%5D=v%26&n%5Bl%5D=true"},
        StyleRow{"HeaderList", ParameterLocation::kHeader, "simple", false, kList, "a b,2"},
        StyleRow{"Cookie", ParameterLocation::kCookie, "form", true, R"("a;b")", "n=a%3Bb"},
        StyleRow{"CookieStyle", ParameterLocation::kCookie, "cookie", true, R"("a;b")", "n=a;b"},
        StyleRow{
            "CookieStyleList", ParameterLocation::kCookie, "cookie", true, kList, "n=a b; n=2"},
        StyleRow{"OfAPath", kPath, "", false, kList, "a%20b,2"},
        StyleRow{"OfAQuery", kQuery, "", true, kList, "n=a%20b&n=2"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ParameterStyleReserved, KeepsCharactersAllowedInAQuery) {
    Parameter parameter;
    parameter.name = "n/m";
    parameter.explode = true;
    parameter.allow_reserved = true;
    EXPECT_EQ(serialize_parameter(parameter, json_of(R"(["a/b?c=d+e", "%2F#[é 1%"])")),
              "n%2Fm=a/b?c=d+e&n%2Fm=%2F%23%5B%C3%A9%201%25");
}

struct ContentRow {
    const char* name;
    ParameterLocation location;
    const char* value;
    const char* text;
};

void PrintTo(const ContentRow& row, std::ostream* out) {
    *out << row.name;
}

class ParameterContent : public ::testing::TestWithParam<ContentRow> {};

TEST_P(ParameterContent, IsWrittenAsJsonText) {
    Parameter parameter;
    parameter.name = "a b";
    parameter.location = GetParam().location;
    parameter.style = "simple";
    parameter.media_type = "application/json";
    EXPECT_EQ(serialize_parameter(parameter, json_of(GetParam().value)), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ParameterContent,
    ::testing::Values(
        ContentRow{"InAPath", kPath, "[1]", "%5B1%5D"},
        ContentRow{"InAQuery", kQuery, R"({"k": [1]})", "a%20b=%7B%22k%22%3A%5B1%5D%7D"},
        ContentRow{"InACookie", ParameterLocation::kCookie, "[]", "a%20b=%5B%5D"},
        ContentRow{"InAHeader", ParameterLocation::kHeader, R"({"k": "v"})", R"({"k":"v"})"},
        ContentRow{"TextAsItIs", ParameterLocation::kHeader, R"("[1]")", "[1]"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::runner

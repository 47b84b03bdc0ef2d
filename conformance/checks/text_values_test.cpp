#include "conformance/checks/text_values.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::checks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A value of texts, the schema by which it is evaluated, and what comes out.
struct TextCase {
    std::string schema;
    std::string texts;
    std::string value;
    std::vector<std::string> violations{};  ///< `place: keyword`
};

void PrintTo(const TextCase& row, std::ostream* out) {
    *out << row.schema << " of " << row.texts;
}

class JudgeTexts : public ::testing::TestWithParam<TextCase> {};

TEST_P(JudgeTexts, ReadsThemAsTheSchemaNeeds) {
    const auto document = parse_document(
        R"({"openapi": "3.1.0", "components": {"schemas": {"S": )" + GetParam().schema + "}}}",
        "api.json");
    ASSERT_THAT(document, IsOk());
    const auto api = ApiDocument::load("api", *document);
    ASSERT_THAT(api, IsOk());
    const auto& schema = (*api)->schema("/components/schemas/S");
    ASSERT_THAT(schema, IsOk());
    auto value = parse_json(GetParam().texts);
    ASSERT_THAT(value, IsOk());
    const auto found = judge_texts(*schema, *value).violations;
    EXPECT_EQ(to_text(*value), to_text(*parse_json(GetParam().value)));
    std::vector<std::string> violations;
    for (const Violation& one : found)
        violations.push_back(one.instance_pointer + ": " + one.keyword);
    EXPECT_EQ(violations, GetParam().violations);
}

INSTANTIATE_TEST_SUITE_P(
    Scalars,
    JudgeTexts,
    ::testing::Values(
        TextCase{R"({"type": "string"})", R"("7")", R"("7")"},
        TextCase{R"({"type": "integer"})", R"("7")", "7"},
        TextCase{R"({"type": "integer"})", R"("7.5")", R"("7.5")", {": type"}},
        TextCase{R"({"type": "integer", "maximum": 5})", R"("7")", "7", {": maximum"}},
        TextCase{R"({"type": "boolean"})", R"("true")", "true"},
        TextCase{R"({"type": "boolean"})", R"("True")", R"("True")", {": type"}},
        TextCase{R"({"type": "string", "pattern": "^x"})", R"("7")", R"("7")", {": pattern"}},
        TextCase{R"({"type": ["integer", "null"]})", R"("null")", "null"},
        TextCase{R"({"enum": [1, 2]})", R"("2")", "2"},
        TextCase{R"({"type": "integer"})",
                 R"("123456789012345678901234567890")",
                 "1.2345678901234568e29"},
        TextCase{R"({"type": "number", "multipleOf": 0.01})",
                 R"("19.9900000000000000001")",
                 "19.99",
                 {": multipleOf"}},
        TextCase{R"({"anyOf": [{"type": "integer"}, {"const": "all"}]})", R"("7")", "7"},
        TextCase{R"({"anyOf": [{"type": "integer"}, {"const": "all"}]})", R"("all")", R"("all")"}));

INSTANTIATE_TEST_SUITE_P(
    Parts,
    JudgeTexts,
    ::testing::Values(
        TextCase{R"({"items": {"type": "integer"}})", R"(["1", "x"])", R"([1, "x"])", {"/1: type"}},
        TextCase{R"({"patternProperties": {"^a/": {"type": "number"}}})",
                 R"({"a/b": "1", "c": "1"})",
                 R"({"a/b": 1, "c": "1"})"},
        TextCase{R"({"properties": {"a": {"type": "array", "items": {"type": "string"}}}})",
                 R"({"a": "1"})",
                 R"({"a": ["1"]})"},
        TextCase{R"({"properties": {"a": {"type": "array", "items": {"type": "integer"}}}})",
                 R"({"a": "1"})",
                 R"({"a": [1]})"},
        TextCase{R"({"properties": {"a": {"type": "object"}}})", R"({"a": "{}"})", R"({"a": {}})"},
        TextCase{R"({"oneOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]},
                               {"properties": {"b": {"type": "integer"}}, "required": ["b"]}]})",
                 R"({"a": "1"})",
                 R"({"a": 1})"},
        TextCase{R"({"items": {"type": "number", "multipleOf": 0.01}})",
                 R"(["1.5", "19.9900000000000000001"])",
                 "[1.5, 19.99]",
                 {"/1: multipleOf"}},
        TextCase{
            R"({"properties": {"a": {"items": {"type": "number", "maximum": 0.5}, "type": "array"},
                                    "b": {"type": "integer"}}})",
            R"({"a": "0.5000000000000000000001", "b": "123456789012345678901234567890", "c": "x"})",
            R"({"a": [0.5], "b": 1.2345678901234568e29, "c": "x"})",
            {"/a/0: maximum"}},
        TextCase{R"({"required": ["b"]})", R"({"a": "1"})", R"({"a": "1"})", {": required"}}));

Result<Json> read(DeclaredHeader::HeaderValueType type,
                  bool explode,
                  const http::Headers& headers) {
    return read_header({"X-A", type, "", explode}, headers);
}

TEST(ReadHeader, SplitsListsAtCommasOutsideOfQuotes) {
    using enum DeclaredHeader::HeaderValueType;
    EXPECT_EQ(*read(kList, false, {{"X-A", R"(1 , "a,\"b")"}, {"x-a", "2"}}),
              Json::array({"1", R"("a,\"b")", "2"}));
    EXPECT_EQ(*read(kList, false, {{"X-A", ""}}), Json::array());
    EXPECT_EQ(*read(kList, false, {{"X-A", "a,"}}), Json::array({"a", ""}));
}

TEST(ReadHeader, CombinesFieldsExceptCookies) {
    using enum DeclaredHeader::HeaderValueType;
    EXPECT_EQ(*read(kScalar, false, {{"X-A", "a"}, {"x-a", "b"}}), Json("a, b"));
    EXPECT_EQ(*read_header({"set-cookie", kScalar, "", false},
                           {{"Set-Cookie", "a=1"}, {"Set-Cookie", "b=2"}}),
              Json("a=1"));
}

TEST(ReadHeader, ReadsObjectsByTheirExplode) {
    using enum DeclaredHeader::HeaderValueType;
    EXPECT_EQ(*read(kObject, false, {{"X-A", "a,1,b,2"}}), Json({{"a", "1"}, {"b", "2"}}));
    EXPECT_EQ(*read(kObject, true, {{"X-A", "a=1, b=2=3"}}), Json({{"a", "1"}, {"b", "2=3"}}));
    EXPECT_THAT(read(kObject, false, {{"X-A", "a,1,b"}}), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(read(kObject, true, {{"X-A", "a,1"}}), IsErrorCode(ErrorCode::kSyntax));
}

}  // namespace
}  // namespace plumbline::checks

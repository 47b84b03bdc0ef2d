#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/testing.hpp"
#include "spec/json/yaml/yaml_limits.hpp"

namespace plumbline {
namespace {

struct YamlCase {
    std::string_view name;
    std::string_view yaml;
    std::string json;
};

class ReadsYaml : public testing::TestWithParam<YamlCase> {};

TEST_P(ReadsYaml, AsItsValue) {
    const auto document = parse_yaml(GetParam().yaml, "a.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(*document->root, EqualsJson(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ReadsYaml,
    testing::Values(
        YamlCase{"Types",
                 "[true, false, null, 1, -2, 1.5, abc]",
                 R"([true, false, null, 1, -2, 1.5, "abc"])"},
        YamlCase{"QuotedIsText",
                 R"(["true", 'null', "1", '~', "", 'y', "2026-01-02"])",
                 R"(["true", "null", "1", "~", "", "y", "2026-01-02"])"},
        YamlCase{"BlockIsText", "a: |\n  1\nb: >-\n  true\n", R"({"a": "1\n", "b": "true"})"},
        YamlCase{
            "StringTag", "[!!str 1, !!str yes, !!str , !!str \"x\"]", R"(["1", "yes", "", "x"])"},
        YamlCase{"NonSpecificTag", "! 12", R"("12")"},
        YamlCase{"VerbatimStringTag", "!<tag:yaml.org,2002:str> 12", R"("12")"},
        YamlCase{"NumberKey", "200: ok\n'201': made\n", R"({"200": "ok", "201": "made"})"},
        YamlCase{"QuotedKeys",
                 "'on': 1\n\"null\": 2\n'<<': 3\n!!str no: 4\n",
                 R"({"on": 1, "null": 2, "<<": 3, "no": 4})"},
        YamlCase{"LongPlain", "a: one\n  two\n", R"({"a": "one two"})"},
        YamlCase{"NullsAnywhere",
                 "a: null\nb: [null, null]\nc: {d: null}\ne: null # none\nf: null",
                 R"({"a": null, "b": [null, null], "c": {"d": null}, "e": null, "f": null})"},
        YamlCase{"NullAfterMultibyteCharacters", "é: [漢, null]\n", R"({"é": ["漢", null]})"},
        YamlCase{"NullAfterWindowsLineEnds",
                 "a: 1\r\nb: null\r\nc: 2\r\n",
                 R"({"a": 1, "b": null, "c": 2})"},
        YamlCase{"ScalarRoot", "--- abc\n", R"("abc")"},
        YamlCase{"NullRoot", "null", "null"},
        YamlCase{"QuotesThatLookOpen",
                 "a: 'it''s'\nb: \"x\\\"\" # \"\n",
                 R"({"a": "it's", "b": "x\""})"},
        YamlCase{"EmptyContainers", "a: {}\nb: []\n", R"({"a": {}, "b": []})"},
        YamlCase{"VersionAtTheTop", "# x\r\n\n%YAML 1.2\n---\na: '%'\n", R"({"a": "%"})"},
        YamlCase{"PercentInsideALine", "a: b\n  %c\nd: |\n  %e\n", R"({"a": "b %c", "d": "%e\n"})"},
        YamlCase{"ExplicitEnd", "---\na: 1\n...\n", R"({"a": 1})"},
        YamlCase{"AliasOfScalar", "a: &x 1\nb: *x\n", R"({"a": 1, "b": 1})"},
        YamlCase{"AliasOfMapping",
                 "a: &x {c: [1, 2]}\nb: [*x, *x]\n",
                 R"({"a": {"c": [1, 2]}, "b": [{"c": [1, 2]}, {"c": [1, 2]}]})"},
        YamlCase{"AliasInTheSameList", "- &x [1]\n- *x\n- *x\n", "[[1], [1], [1]]"},
        YamlCase{"AliasOfAlias", "a: &x 1\nb: &y [*x]\nc: *y\n", R"({"a": 1, "b": [1], "c": [1]})"},
        YamlCase{"AnchorMadeAgain", "- &x 1\n- *x\n- &x 2\n- *x\n", "[1, 1, 2, 2]"},
        YamlCase{"AnchoredNull", "- &x null\n- *x\n", "[null, null]"},
        YamlCase{"AliasOfKeyWithSlash", "a/b~c: &x 1\nd: *x\n", R"({"a/b~c": 1, "d": 1})"},
        YamlCase{"Surrogates", "\"\\U0001F600\\x41\"", R"("😀A")"}),
    [](const auto& test) { return std::string(test.param.name); });

struct BadYamlCase {
    std::string_view name;
    std::string yaml;
    ErrorCode code;
    std::string_view says;
};

class RefusesYaml : public testing::TestWithParam<BadYamlCase> {};

TEST_P(RefusesYaml, WithPositionAndFix) {
    const auto document = parse_yaml(GetParam().yaml, "a.yaml");
    EXPECT_THAT(document, IsErrorCode(GetParam().code));
    EXPECT_THAT(document, FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Scalars,
    RefusesYaml,
    testing::Values(
        BadYamlCase{
            "Tilde", "a: ~\n", ErrorCode::kInvalid, "a.yaml:1:4: YAML parsers disagree on what ~"},
        BadYamlCase{"CapitalNull",
                    "a: Null\n",
                    ErrorCode::kInvalid,
                    "a.yaml:1:4: YAML parsers disagree on what Null is"},
        BadYamlCase{"Nothing",
                    "a:\n  b: # c\n\n# d\n\ne: 1\n",
                    ErrorCode::kInvalid,
                    "a.yaml:2:3: the key \"b\" has no value; write null"},
        BadYamlCase{"NothingAfterAnAnchor",
                    "a: &x\nb: 1\n",
                    ErrorCode::kInvalid,
                    "a.yaml:1:1: the key \"a\" has no value"},
        BadYamlCase{"NothingBeforeAKeyThatBeginsWithNull",
                    "a:\nnull b: 1\n",
                    ErrorCode::kInvalid,
                    "a.yaml:1:1: the key \"a\" has no value"},
        BadYamlCase{"NothingBeforeNull", "a:\nnull_b: 1\n", ErrorCode::kInvalid, "write null"},
        BadYamlCase{
            "NothingAtTheEnd", "a: 1\nb:", ErrorCode::kInvalid, "a.yaml:2:1: the key \"b\""},
        BadYamlCase{"NothingInAList", "- 1\n-\n", ErrorCode::kInvalid, "write null"},
        BadYamlCase{
            "NothingInFlow", "{a: , b: null}", ErrorCode::kInvalid, "a.yaml:1:2: the key \"a\""},
        BadYamlCase{
            "NothingForAColon", "{a:1}", ErrorCode::kInvalid, "the key \"a:1\" has no value"},
        BadYamlCase{"NothingAfterDashes", "---\n", ErrorCode::kInvalid, "write null"},
        BadYamlCase{"Yes",
                    "a:\n  b: yes\n",
                    ErrorCode::kInvalid,
                    "a.yaml:2:6: YAML parsers disagree on what yes is; quote it ('yes')"},
        BadYamlCase{"Octal", "a: 017", ErrorCode::kInvalid, "quote it ('017')"},
        BadYamlCase{"Date", "a: 2026-01-02", ErrorCode::kInvalid, "quote it"},
        BadYamlCase{"TooLarge",
                    "a:\n- 1e999",
                    ErrorCode::kLimit,
                    "a.yaml:2:3: the number 1e999 is too large"},
        BadYamlCase{
            "TooLong", "a: 18446744073709551617", ErrorCode::kLimit, "a.yaml:1:4: the integer"},
        BadYamlCase{"IntegerTag",
                    "a: !!int 1",
                    ErrorCode::kInvalid,
                    "the tag tag:yaml.org,2002:int is not supported"},
        BadYamlCase{"OwnTag",
                    "a: !secret x",
                    ErrorCode::kInvalid,
                    "the tag !secret is not supported; remove it"},
        BadYamlCase{"NullTag", "a: !!null null", ErrorCode::kInvalid, "is not supported"},
        BadYamlCase{"MappingTag", "a: !!map {b: 1}", ErrorCode::kInvalid, "a.yaml:1:4: the tag"},
        BadYamlCase{"ListTag", "a: !x [1]", ErrorCode::kInvalid, "the tag !x"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Keys,
    RefusesYaml,
    testing::Values(
        BadYamlCase{"Duplicate",
                    "a: 1\nb: 2\na: 3\n",
                    ErrorCode::kSyntax,
                    "a.yaml:3:1: the key \"a\" occurs twice"},
        BadYamlCase{
            "DuplicateInFlow", "{a: 1, \"a\": 2}", ErrorCode::kSyntax, "a.yaml:1:8: the key \"a\""},
        BadYamlCase{"NumberAndItsText",
                    "200: a\n'200': b\n",
                    ErrorCode::kSyntax,
                    "a.yaml:2:1: the key \"200\""},
        BadYamlCase{"Ambiguous",
                    "on: push\n",
                    ErrorCode::kInvalid,
                    "a.yaml:1:1: YAML parsers disagree on what on is"},
        BadYamlCase{"Boolean", "true: 1\n", ErrorCode::kInvalid, "quote it ('true')"},
        BadYamlCase{"NullKey",
                    "null: 1\n",
                    ErrorCode::kInvalid,
                    "nothing or null as a key; keys must be text"},
        BadYamlCase{"EmptyKey", "?\n: 1\n", ErrorCode::kInvalid, "nothing or null as a key"},
        BadYamlCase{"EmptyKeyInABlock", ": 1\n", ErrorCode::kSyntax, "did not find expected key"},
        BadYamlCase{"ListKey",
                    "? [a]\n: 1\n",
                    ErrorCode::kInvalid,
                    "a.yaml:1:3: a list or mapping as a key"},
        BadYamlCase{"MappingKey", "{{a: 1}: 2}", ErrorCode::kInvalid, "a list or mapping as a key"},
        BadYamlCase{
            "AliasKey", "a: &x b\n*x : 1\n", ErrorCode::kInvalid, "a.yaml:2:1: an alias as a key"},
        BadYamlCase{"AnchoredKey", "&x a: 1\n", ErrorCode::kInvalid, "an anchored scalar as a key"},
        BadYamlCase{"MergeKey",
                    "a: &x {b: 1}\nc:\n  <<: *x\n",
                    ErrorCode::kInvalid,
                    "a.yaml:3:3: merge keys are not supported"},
        BadYamlCase{"TaggedKey", "!!int 1: 1\n", ErrorCode::kInvalid, "the tag"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Files,
    RefusesYaml,
    testing::Values(
        BadYamlCase{"Empty", "", ErrorCode::kSyntax, "a.yaml:1:1: expected a value, found nothing"},
        BadYamlCase{"LineThatWouldBeDropped",
                    "# x\na: 1\n%b: 2\nc: 3\n",
                    ErrorCode::kSyntax,
                    "a.yaml:3:1: YAML reads a line that begins with % as a directive; quote"},
        BadYamlCase{"LateDirective", "a: 1\n%YAML 1.2\n", ErrorCode::kSyntax, "a.yaml:2:1: YAML"},
        BadYamlCase{"LoneCarriageReturn",
                    "a: 1\r\nb: c\rd\n",
                    ErrorCode::kSyntax,
                    "a.yaml:2:5: a carriage return without a line feed"},
        BadYamlCase{
            "LineSeparator",
            "a: b\xE2\x80\xA8 c\n",
            ErrorCode::kSyntax,
            "a.yaml:1:5: YAML parsers disagree on whether the character \\u2028 ends a line"},
        BadYamlCase{
            "NextLine", "a: 1 # \xC2\x85", ErrorCode::kSyntax, "write \\u0085 in double quotes"},
        BadYamlCase{"OnlyComments", "# nothing\n", ErrorCode::kSyntax, "found only comments"},
        BadYamlCase{
            "TwoDocuments", "a: 1\n---\nb: 2\n", ErrorCode::kInvalid, "a second document begins"},
        BadYamlCase{"ByteOrderMark",
                    "\xEF\xBB\xBF"
                    "a: 1",
                    ErrorCode::kSyntax,
                    "byte order mark"},
        BadYamlCase{"InvalidUtf8",
                    "a: 1\nb: \xFF\n",
                    ErrorCode::kSyntax,
                    "a.yaml:2:4: the byte 0xFF is not UTF-8"},
        BadYamlCase{"InvalidUtf8InAComment",
                    "a: 1 # \xE9t\xE9\n",
                    ErrorCode::kSyntax,
                    "a.yaml:1:8: the byte 0xE9"},
        BadYamlCase{
            "ZeroByte", std::string("a: 1\0", 5), ErrorCode::kSyntax, "a.yaml:1:5: a raw control"},
        BadYamlCase{
            "EndWithoutLineEnd", "a: 1\nb", ErrorCode::kSyntax, "a.yaml:2:2: not YAML: could not"},
        BadYamlCase{
            "Delete", "a: 1\nb: c\x7F\n", ErrorCode::kSyntax, "a.yaml:2:5: not YAML: control"},
        BadYamlCase{"BadSyntax", "a: [1\nb: 2\n", ErrorCode::kSyntax, "not YAML: "},
        BadYamlCase{"TabIndent",
                    "a:\n\tb: 1\n",
                    ErrorCode::kSyntax,
                    "a.yaml:2:1: not YAML: found character that cannot start"},
        BadYamlCase{"UnknownAlias",
                    "a: *missing\n",
                    ErrorCode::kSyntax,
                    "a.yaml:1:4: the alias refers to &missing"},
        BadYamlCase{"AliasOfItself",
                    "a: &x [1, *x]\n",
                    ErrorCode::kInvalid,
                    "a.yaml:1:11: the alias is inside"},
        BadYamlCase{"OpenDoubleQuotes",
                    "a: \"b\\\"\n",
                    ErrorCode::kSyntax,
                    "a.yaml:1:4: the quotes that open here are never closed"},
        BadYamlCase{"OpenSingleQuotes",
                    "a: !!str 'it''s\n",
                    ErrorCode::kSyntax,
                    "a.yaml:1:10: the quotes that open here"},
        BadYamlCase{
            "OpenQuotesWithoutLineEnd", "a: \"b", ErrorCode::kSyntax, "a.yaml:1:4: the quotes"},
        BadYamlCase{"TextAfterTheValue",
                    "{a: 1} x",
                    ErrorCode::kInvalid,
                    "a.yaml:1:8: a second document begins"},
        BadYamlCase{"DocumentEndThenMore",
                    "a: 1\n...\nb: 2\n",
                    ErrorCode::kInvalid,
                    "a.yaml:3:1: a second document"}),
    [](const auto& test) { return std::string(test.param.name); });

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + "1" + std::string(depth, ']');
}

TEST(ParseYaml, ReadsAsDeepAsTheLimitAndNoDeeper) {
    EXPECT_THAT(parse_yaml(nested(64), "a.yaml"), IsOk());
    EXPECT_THAT(parse_yaml(nested(65), "a.yaml"),
                FailsWith("a.yaml:1:65: nested more than 64 levels"));
    EXPECT_THAT(parse_yaml(nested(5000), "a.yaml"), IsErrorCode(ErrorCode::kLimit));
}

TEST(ParseYaml, CountsTheDepthAddedByAliases) {
    const std::string forty = "a: &x " + nested(40) + "\nb: ";
    EXPECT_THAT(parse_yaml(forty + "[[[*x]]]", "a.yaml"), IsOk());
    EXPECT_THAT(parse_yaml(forty + "&y [" + std::string(20, '[') + "*x" + std::string(20, ']') +
                               "]\nd: [[*y]]",
                           "a.yaml"),
                IsOk());
    EXPECT_THAT(parse_yaml(forty + "&y [" + std::string(20, '[') + "*x" + std::string(20, ']') +
                               "]\nd: [[[*y]]]",
                           "a.yaml"),
                IsErrorCode(ErrorCode::kLimit));
}

TEST(ParseYaml, RefusesExponentialAliases) {
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int level = 1; level < 10; ++level) {
        const std::string name = "a" + std::to_string(level);
        const std::string inner = "*a" + std::to_string(level - 1);
        bomb += name + ": &" + name + " [" + inner;
        for (int i = 0; i < 9; ++i) bomb += ", " + inner;
        bomb += "]\n";
    }
    const auto document = parse_yaml(bomb, "bomb.yaml");
    EXPECT_THAT(document, IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(document, FailsWith("aliases repeat more than 200000 values"));
}

TEST(ParseYaml, LimitsWrittenAndRepeatedValuesSeparately) {
    const YamlLimits limits{.max_written = 5, .max_repeated = 3};
    EXPECT_THAT(parse_yaml("[1, 2, 3, 4]", "a.yaml", limits), IsOk());
    EXPECT_THAT(parse_yaml("[1, 2, 3, 4, 5]", "a.yaml", limits),
                FailsWith("a.yaml:1:14: more than 5 values; split the file"));
    EXPECT_THAT(parse_yaml("[&x [1, 2], *x]", "a.yaml", limits), IsOk());
    EXPECT_THAT(parse_yaml("[&x [1, 2], *x, *x]", "a.yaml", limits),
                FailsWith("a.yaml:1:17: aliases repeat more than 3 values"));
}

TEST(ParseYaml, CountsTheValuesOfALargeTextFirst) {
    constexpr std::size_t kLargeBytes = 7'000'000;
    const YamlLimits limits{.max_written = 5};
    const std::string rest = "x: \"" + std::string(kLargeBytes, 'x') + "\"\n";
    EXPECT_THAT(parse_yaml("a: [1, {b: 2}]\n" + rest, "a.yaml", limits),
                FailsWith("a.yaml:2:4: more than 5 values; split the file"));
    EXPECT_THAT(parse_yaml("a: [{b: 2}]\n" + rest, "a.yaml", limits), IsOk());
}

TEST(ParseYaml, ReportsTheFirstProblemOfSeveral) {
    EXPECT_THAT(parse_yaml("a: yes\nb: ~\nb: [\n", "a.yaml"),
                FailsWith("a.yaml:1:4: YAML parsers"));
}

}  // namespace
}  // namespace plumbline

#include "spec/json/external_document.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline {
namespace {

struct MergeCase {
    std::string_view name;
    std::string_view yaml;
    std::string json;
};

class MergesYaml : public testing::TestWithParam<MergeCase> {};

TEST_P(MergesYaml, IntoTheMappingThatHasTheKey) {
    const auto document = parse_external_document(GetParam().yaml, "a.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(*document->root, EqualsJson(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    MergesYaml,
    testing::Values(
        MergeCase{"ExplicitMembersWinBeforeAndAfter",
                  "a: &a {x: 1, w: 2, z: 3}\nb:\n  x: 7\n  <<: *a\n  z: 9\n",
                  R"({"a": {"x": 1, "w": 2, "z": 3}, "b": {"x": 7, "w": 2, "z": 9}})"},
        MergeCase{"EarlierMappingsWin",
                  "a: &a {x: 1}\nb: &b {x: 2, w: 2}\nc: {<<: [*a, *b, {w: 3, z: 3}]}\n",
                  R"({"a": {"x": 1}, "b": {"x": 2, "w": 2}, "c": {"x": 1, "w": 2, "z": 3}})"},
        MergeCase{"MergedMappingsMerge",
                  "a: &a {x: 1}\nb: &b {<<: *a, w: 2}\nc: {<<: *b}\nd: *b\n",
                  R"({"a": {"x": 1}, "b": {"x": 1, "w": 2}, "c": {"x": 1, "w": 2},
                      "d": {"x": 1, "w": 2}})"},
        MergeCase{"MembersAreNotMergedDeeply",
                  "a: &a {x: {p: 1}}\nb: {<<: *a, x: {q: 2}}\n",
                  R"({"a": {"x": {"p": 1}}, "b": {"x": {"q": 2}}})"},
        MergeCase{"ValuesWithin", "a: {<<: {<<: {x: 1}, w: 2}}\n", R"({"a": {"x": 1, "w": 2}})"},
        MergeCase{"NothingOfAnEmptyList", "a: {<<: [], x: 1}\n", R"({"a": {"x": 1}})"},
        MergeCase{"NotWhereTheKeyIsQuoted", "'<<': {x: 1}\n", R"({"<<": {"x": 1}})"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ExternalYaml, LocatesMergedMembersAtTheMergeKey) {
    const auto document = parse_external_document("a: &a {x: 1}\nb:\n  w: 2\n  <<: *a\n", "a.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_EQ(to_text(document->where("/b/x")), "a.yaml:4:3");
    EXPECT_EQ(to_text(document->where("/b/w")), "a.yaml:3:3");
}

struct BadMerge {
    std::string_view name;
    std::string yaml;
    const char* says;
};

class RefusesMerge : public testing::TestWithParam<BadMerge> {};

TEST_P(RefusesMerge, WithPositionAndFix) {
    EXPECT_THAT(parse_external_document(GetParam().yaml, "a.yaml"), FailsWith(GetParam().says));
}

/// Returns a text in which each line merges the previous mapping once and repeats it in six
/// members.
std::string bomb() {
    std::string text = "a0: &a0 {x: 1, w: 2}\n";
    for (int i = 1; i < 9; ++i) {
        const std::string last = "*a" + std::to_string(i - 1);
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {<<: " + last;
        for (const char* name : {"p", "q", "r", "s", "t", "u"})
            text += std::string(", ") + name + ": " + last;
        text += "}\n";
    }
    return text;
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    RefusesMerge,
    testing::Values(
        BadMerge{"OfAText", "a: {<<: b}\n", "a.yaml:1:5: a merge key requires a mapping or a list"},
        BadMerge{"OfAListOfTexts", "a:\n  <<: [b]\n", "a.yaml:2:3: a merge key requires a mapping"},
        BadMerge{"OfItself", "a: &a\n  <<: *a\n", "the alias is inside the value it refers to"},
        BadMerge{"Twice", "a: {<<: {x: 1}, <<: {w: 1}}\n", "the key \"<<\" occurs twice"},
        BadMerge{"AnchorsWithin",
                 "a: {<<: {x: &x 1}}\nb: *x\n",
                 "a.yaml:1:13: an anchor in the value of a merge key"},
        BadMerge{"Bombs", bomb(), "aliases repeat more than 200000 values"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ExternalDocument, MayBeJson) {
    const auto document =
        parse_external_document("{\"a\": -9223372036854776000,\n\"b\": 1e999, \"c\": 1}", "a.json");
    ASSERT_THAT(document, IsOk());
    EXPECT_EQ((*document->root)["a"], -9223372036854776000.0);
    EXPECT_EQ(document->where("/b").line, 2);
}

TEST(ExternalDocument, ReadsPlainScalarsByTheCoreSchema) {
    const auto document = parse_external_document(
        "\xEF\xBB\xBFy: yes\nn: 2023-09-07\non: 08\n200: 00:00\n~: ~\nempty:\n"
        "null: [Null, TRUE, 0x1F, 0o17, 1_000, .5, +1, -7, .inf, 123456789012345678901234567890]\n",
        "a.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(*document->root, EqualsJson(R"({
        "y": "yes", "n": "2023-09-07", "on": 8, "200": "00:00", "~": null, "empty": null,
        "null": [null, true, 31, 15, "1_000", 0.5, 1, -7, ".inf", 1.2345678901234568e29]})"));
}

TEST(ExternalDocument, KeepsQuotedScalarsAsTexts) {
    const auto document = parse_external_document("a: '08'\nb: \"~\"\nc: |\n  1\n", "a.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(*document->root, EqualsJson(R"({"a": "08", "b": "~", "c": "1\n"})"));
}

std::vector<std::string> departures_of(std::string_view yaml) {
    const auto document = parse_noted_document(yaml, "a.yaml");
    EXPECT_THAT(document, IsOk());
    std::vector<std::string> texts;
    if (!document) return texts;
    for (const Error& one : document->departures) texts.push_back(to_text(one));
    return texts;
}

TEST(ExternalDocument, IgnoresTagsOfOtherTools) {
    const auto document = parse_external_document(
        "a: !include other.yaml\nb: !!int 12\nc: !!str 12\nd: !x [1]\ne: !!map {f: !y '1'}\n",
        "a.yaml");
    ASSERT_THAT(document, IsOk());
    EXPECT_THAT(
        *document->root,
        EqualsJson(R"({"a": "other.yaml", "b": 12, "c": "12", "d": [1], "e": {"f": "1"}})"));
}

TEST(NotedDocument, NotesTags) {
    EXPECT_THAT(departures_of("a: !include other.yaml\n"),
                testing::ElementsAre(testing::AllOf(
                    testing::HasSubstr("a.yaml:1:4: the tag !include is not supported; remove it"),
                    testing::HasSubstr("it is read as if it had no tag"))));
}

TEST(NotedDocument, NotesWhatStrictYamlRefuses) {
    using testing::AllOf;
    using testing::HasSubstr;
    EXPECT_THAT(
        departures_of("\xEF\xBB\xBFy: yes\nd: 2023-09-07\nw: 08\nt: ~\ne:\nl:\n  -\n~: 1\n"
                      "<<: {m: 1}\nb: 18446744073709551617\n"),
        testing::ElementsAre(
            AllOf(HasSubstr("a.yaml:1:1: the text begins with a byte"), HasSubstr("without one")),
            AllOf(HasSubstr("a.yaml:1:1: YAML parsers disagree on what y is; quote it ('y')"),
                  HasSubstr("it is read as the text \"y\"")),
            AllOf(HasSubstr("a.yaml:1:4: YAML parsers disagree on what yes is"),
                  HasSubstr("it is read as the string \"yes\"")),
            AllOf(HasSubstr("a.yaml:2:4: "), HasSubstr("the string \"2023-09-07\"")),
            AllOf(HasSubstr("a.yaml:3:4: "), HasSubstr("it is read as the integer 8")),
            AllOf(HasSubstr("a.yaml:4:4: "), HasSubstr("it is read as null")),
            AllOf(HasSubstr("a.yaml:5:1: the key \"e\" has no value"), HasSubstr("as null")),
            HasSubstr("a.yaml:7:4: expected a value; write null if there is none"),
            HasSubstr("a.yaml:8:1: YAML parsers disagree on what ~ is"),
            HasSubstr("a.yaml:9:1: YAML 1.2 has no merge keys; write out the members"),
            HasSubstr("a.yaml:10:4: the integer")));
}

TEST(NotedDocument, NotesNothingThatStrictYamlReads) {
    EXPECT_THAT(departures_of("a: 'y'\n'on': [1, -0.5e3, null, true, x y]\n200: ok\n"),
                testing::IsEmpty());
    EXPECT_THAT(parse_external_document("a: ~\n", "a.yaml")->departures, testing::IsEmpty());
}

TEST(NotedDocument, NotesABoundedNumber) {
    std::string yaml;
    for (std::size_t i = 0; i < 2 * kMaxDepartures; ++i) yaml += "- ~\n";
    EXPECT_THAT(departures_of(yaml), testing::SizeIs(kMaxDepartures));
}

TEST(NotedDocument, RefusesWhatTheCoreSchemaRefuses) {
    EXPECT_THAT(parse_noted_document("a: 1\na: 2\n", "a.yaml"), FailsWith("occurs twice"));
}

}  // namespace
}  // namespace plumbline

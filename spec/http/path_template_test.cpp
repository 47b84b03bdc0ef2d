#include "spec/http/path_template.hpp"

#include "spec/base/testing.hpp"
#include "spec/http/url.hpp"

#include <gmock/gmock.h>

namespace plumbline::http {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

using TemplateSegment = PathTemplate::TemplateSegment;

PathTemplate revision_path() {
    return PathTemplate::parse("/v2/deployments/{deployment_id}/revisions/{id}").value();
}

TEST(PathTemplate, ReadsLiteralsAndParameters) {
    const auto path = PathTemplate::parse("/v2/things/{thing_id}");
    ASSERT_THAT(path, IsOk());
    EXPECT_EQ(path->text(), "/v2/things/{thing_id}");
    EXPECT_THAT(path->segments(),
                ElementsAre(TemplateSegment{{"v2"}},
                            TemplateSegment{{"things"}},
                            TemplateSegment{{"", ""}, {"thing_id"}}));
    EXPECT_THAT(path->parameters(), ElementsAre("thing_id"));
    EXPECT_TRUE(path->has_parameter("thing_id"));
    EXPECT_FALSE(path->has_parameter("things"));
}

TEST(PathTemplate, MatchesDecodedSegments) {
    EXPECT_THAT(revision_path().match({"v2", "deployments", "a/b", "revisions", "7"}),
                Optional(ElementsAre(Pair("deployment_id", "a/b"), Pair("id", "7"))));
}

TEST(PathTemplate, MayHaveTextAroundAParameter) {
    const auto path = PathTemplate::parse("/v{major}/files/{name}.json");
    ASSERT_THAT(path, IsOk());
    EXPECT_THAT(path->segments(),
                ElementsAre(TemplateSegment{{"v", ""}, {"major"}},
                            TemplateSegment{{"files"}},
                            TemplateSegment{{"", ".json"}, {"name"}}));
    EXPECT_THAT(path->match({"v2", "files", "a.b.json"}),
                Optional(ElementsAre(Pair("major", "2"), Pair("name", "a.b"))));
    EXPECT_EQ(path->fill({{"major", "2"}, {"name", "a/b"}}).value(), "/v2/files/a%2Fb.json");
    EXPECT_EQ(path->match({"v2", "files", ".json"}), std::nullopt);
    EXPECT_EQ(path->match({"v2", "files", "a.yaml"}), std::nullopt);
    EXPECT_EQ(path->match({"2", "files", "a.json"}), std::nullopt);
}

TEST(PathTemplate, SendsAndMatchesLiteralsThatAreEncoded) {
    for (const char* text : {"/grüße/{id}", "/gr%C3%BC%C3%9Fe/{id}"}) {
        const auto path = PathTemplate::parse(text).value();
        EXPECT_EQ(path.fill({{"id", "1"}}).value(), "/gr%C3%BC%C3%9Fe/1") << text;
        EXPECT_THAT(path.match({"grüße", "1"}), Optional(ElementsAre(Pair("id", "1")))) << text;
        EXPECT_EQ(path.text(), text);
    }
    EXPECT_EQ(PathTemplate::parse("/a b/50%/x:y?z=%2F").value().fill({}).value(),
              "/a%20b/50%25/x:y?z=%2F");
}

TEST(PathTemplate, MayHaveSeveralParametersInASegment) {
    const auto path = PathTemplate::parse("/files/v{major}-{minor}/{name}.{ending}").value();
    EXPECT_THAT(path.parameters(), ElementsAre("major", "minor", "name", "ending"));
    EXPECT_EQ(
        path.fill({{"major", "1"}, {"minor", "2"}, {"name", "a/b"}, {"ending", "txt"}}).value(),
        "/files/v1-2/a%2Fb.txt");
    EXPECT_THAT(
        path.match({"files", "v1-2", "a.b.json"}),
        Optional(ElementsAre(
            Pair("ending", "json"), Pair("major", "1"), Pair("minor", "2"), Pair("name", "a.b"))));
    EXPECT_EQ(path.match({"files", "v1-", "a.json"}), std::nullopt);
    EXPECT_EQ(path.match({"files", "v-2", "a.json"}), std::nullopt);
    EXPECT_EQ(path.match({"files", "v1-2", "a."}), std::nullopt);
    EXPECT_EQ(path.match({"files", "v1-2", ".json"}), std::nullopt);
    EXPECT_EQ(path.match({"files", "v1-2", "json"}), std::nullopt);
}

TEST(PathTemplate, MayHaveParametersWithoutTextBetweenThem) {
    const auto path = PathTemplate::parse("/{letter}{number}").value();
    EXPECT_THAT(path.match({"abc"}),
                Optional(ElementsAre(Pair("letter", "ab"), Pair("number", "c"))));
    EXPECT_EQ(path.match({"a"}), std::nullopt);
}

TEST(PathTemplate, MatchesWithoutParameters) {
    EXPECT_THAT(PathTemplate::parse("/ok")->match({"ok"}), Optional(IsEmpty()));
}

TEST(PathTemplate, MatchesTheRoot) {
    EXPECT_THAT(PathTemplate::parse("/")->match(parse_target("/")->segments), Optional(IsEmpty()));
}

struct MismatchCase {
    std::string name;
    std::vector<std::string> segments;
};

class Mismatch : public ::testing::TestWithParam<MismatchCase> {};

TEST_P(Mismatch, ReturnsNothing) {
    EXPECT_EQ(PathTemplate::parse("/things/{id}")->match(GetParam().segments), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Segments,
                         Mismatch,
                         ::testing::Values(MismatchCase{"None", {}},
                                           MismatchCase{"TooFew", {"things"}},
                                           MismatchCase{"TooMany", {"things", "1", "2"}},
                                           MismatchCase{"SlashAtTheEnd", {"things", "1", ""}},
                                           MismatchCase{"OtherLiteral", {"thing", "1"}},
                                           MismatchCase{"OtherCase", {"Things", "1"}},
                                           MismatchCase{"EmptyValue", {"things", ""}}),
                         [](const auto& tested) { return tested.param.name; });

TEST(PathTemplate, FillsAndEncodesEveryParameter) {
    EXPECT_EQ(revision_path().fill({{"deployment_id", "a/b c"}, {"id", "7"}}).value(),
              "/v2/deployments/a%2Fb%20c/revisions/7");
}

TEST(PathTemplate, MatchesWhatItFills) {
    const std::map<std::string, std::string> values{{"deployment_id", "%2F?"}, {"id", "\xC3\xA9"}};
    const auto target = parse_target(revision_path().fill(values).value());
    ASSERT_THAT(target, IsOk());
    EXPECT_EQ(revision_path().match(target->segments), values);
}

TEST(PathTemplate, NamesTheParameterWithoutAValue) {
    EXPECT_THAT(revision_path().fill({{"deployment_id", "1"}}),
                AllOf(IsErrorCode(ErrorCode::kNotFound), FailsWith("{id}")));
}

bool goes_before(const char* a, const char* b) {
    return is_more_specific(*PathTemplate::parse(a), *PathTemplate::parse(b));
}

TEST(PathTemplate, PrecedesOneWithFewerLiterals) {
    EXPECT_TRUE(goes_before("/a/b", "/a/{x}"));
    EXPECT_FALSE(goes_before("/a/{x}", "/a/b"));
    EXPECT_TRUE(goes_before("/{x}/b/c", "/a/{x}/{y}"));
}

TEST(PathTemplate, PrecedesOneWhoseLiteralIsLater) {
    EXPECT_TRUE(goes_before("/a/{x}", "/{x}/a"));
    EXPECT_FALSE(goes_before("/{x}/a", "/a/{x}"));
    EXPECT_FALSE(goes_before("/a/{x}", "/b/{y}"));
}

TEST(PathTemplate, PrecedesOneWithoutTextAroundItsParameter) {
    EXPECT_TRUE(goes_before("/a/{x}.json", "/a/{x}"));
    EXPECT_FALSE(goes_before("/a/{x}", "/a/{x}.json"));
    EXPECT_TRUE(goes_before("/a/b.json", "/a/{x}.json"));
}

struct BadTemplateCase {
    std::string name;
    std::string text;
    std::string part;
};

class BadTemplate : public ::testing::TestWithParam<BadTemplateCase> {};

TEST_P(BadTemplate, IsRefusedWithTheReason) {
    EXPECT_THAT(PathTemplate::parse(GetParam().text),
                AllOf(IsErrorCode(ErrorCode::kSyntax), FailsWith(GetParam().part)));
}

INSTANTIATE_TEST_SUITE_P(Templates,
                         BadTemplate,
                         ::testing::Values(BadTemplateCase{"Empty", "", "begin with `/`"},
                                           BadTemplateCase{"NoSlash", "a/{b}", "begin with `/`"},
                                           BadTemplateCase{"Open", "/{a", "`{a`"},
                                           BadTemplateCase{"Close", "/a}", "`a}`"},
                                           BadTemplateCase{"Nameless", "/{}", "`{}`"},
                                           BadTemplateCase{"Nested", "/{{a}}", "`{{a}}`"},
                                           BadTemplateCase{"Backwards", "/a}b{", "`a}b{`"},
                                           BadTemplateCase{"SecondOpen", "/{a}-{b", "`{a}-{b`"},
                                           BadTemplateCase{"TwiceInOne", "/{a}-{a}", "{a} twice"},
                                           BadTemplateCase{"Twice", "/{a}/x/{a}", "{a} twice"}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::http

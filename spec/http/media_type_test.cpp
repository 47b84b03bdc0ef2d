#include "spec/http/media_type.hpp"

#include <gmock/gmock.h>

namespace plumbline::http {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

bool matches(std::string_view range, std::string_view content_type) {
    return match_specificity(range, content_type).has_value();
}

TEST(ContentType, HasItsParametersInOneSpelling) {
    const ContentType type =
        parse_content_type(" Text/HTML ;Charset=\"UTF-8\" ; Profile=\"a;\\\"B\" ;;x");
    EXPECT_EQ(type.media_type, "text/html");
    EXPECT_THAT(type.parameters,
                ElementsAre(Pair("charset", "utf-8"), Pair("profile", "a;\"B"), Pair("x", "")));
}

TEST(ContentType, IsReadFromMalformedTextAsWell) {
    for (const char* text : {"", ";", "json", "a/b;=", "a/b;\"", "a/b; c=\"x", "a/b;c=\\"})
        EXPECT_TRUE(matches(text, text) || std::string_view(text) == "" || *text == ';') << text;
    EXPECT_THAT(parse_content_type("a/b").parameters, IsEmpty());
    EXPECT_EQ(parse_content_type(std::string(1000, ';') + "a=b").media_type, "");
}

TEST(MatchSpecificity, ComparesTypesAndCharsetsWithoutCase) {
    EXPECT_TRUE(matches("Application/JSON", "application/json"));
    for (const char* received : {"application/json; charset=utf-8",
                                 "application/json;charset=UTF-8",
                                 "application/json; CHARSET=\"utf-8\"",
                                 "application/json; charset=utf8",
                                 "application/json"})
        EXPECT_TRUE(matches("application/json; charset=utf-8", received)) << received;
    EXPECT_FALSE(matches("application/json; charset=utf-8", "application/json; charset=latin1"));
    EXPECT_FALSE(matches("application/json", "application/problem+json"));
}

TEST(MatchSpecificity, ComparesTheParametersOfTheRangeOnly) {
    EXPECT_TRUE(matches("application/json", "application/json; version=1"));
    EXPECT_TRUE(matches("application/json; Version=1", "application/json; a=b; version=\"1\""));
    EXPECT_FALSE(matches("application/json; version=1", "application/json"));
    EXPECT_FALSE(matches("application/json; version=a", "application/json; version=A"));
    EXPECT_TRUE(matches("multipart/mixed; boundary=x", "multipart/mixed; boundary=y"));
}

TEST(MatchSpecificity, MatchesRanges) {
    for (const char* range : {"*/*", "application/*", "application/*+json"})
        EXPECT_TRUE(matches(range, "application/vnd.a+json")) << range;
    EXPECT_FALSE(matches("application/*", "text/json"));
    EXPECT_FALSE(matches("application/*+json", "application/json"));
    EXPECT_TRUE(matches("*/*", ""));
    EXPECT_FALSE(matches("application/*", ""));
    EXPECT_FALSE(matches("application/json", ""));
}

TEST(MatchSpecificity, RanksTypesAboveRanges) {
    const char* received = "application/vnd.a+json; charset=utf-8; v=1";
    std::vector<std::optional<std::size_t>> ranks;
    for (const char* range : {"*/*",
                              "application/*",
                              "application/*+json",
                              "application/vnd.a+json",
                              "application/vnd.a+json;v=1",
                              "application/vnd.a+json;v=1;charset=utf-8"})
        ranks.push_back(match_specificity(range, received));
    EXPECT_TRUE(ranks.front());
    EXPECT_TRUE(std::is_sorted(ranks.begin(), ranks.end()));
    EXPECT_EQ(std::adjacent_find(ranks.begin(), ranks.end()), ranks.end());
}

}  // namespace
}  // namespace plumbline::http

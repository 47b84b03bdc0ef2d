#include "spec/http/message.hpp"

#include <gmock/gmock.h>

namespace plumbline::http {
namespace {

using ::testing::ElementsAre;
using ::testing::IsNull;
using ::testing::Pair;
using ::testing::Pointee;

TEST(Headers, FindsAFieldInAnyCaseOfItsName) {
    const Headers headers{{"X-Api-Key", "secret"}};
    EXPECT_THAT(headers.find("x-api-key"), Pointee(std::string("secret")));
    EXPECT_THAT(headers.find("X-API-KEY"), Pointee(std::string("secret")));
    EXPECT_TRUE(headers.has("x-Api-key"));
}

TEST(Headers, FindsNothingForAnUnknownName) {
    const Headers headers{{"X-Api-Key", "secret"}};
    EXPECT_THAT(headers.find("X-Api-Ke"), IsNull());
    EXPECT_FALSE(headers.has(""));
}

TEST(Headers, KeepsOrderSpellingAndDuplicates) {
    Headers headers;
    headers.add("Accept", "a");
    headers.add("x-one", "1");
    headers.add("ACCEPT", "b");
    EXPECT_THAT(headers.all(),
                ElementsAre(Pair("Accept", "a"), Pair("x-one", "1"), Pair("ACCEPT", "b")));
}

TEST(Headers, CountsTheFieldsOfAName) {
    const Headers headers{{"Accept", "a"}, {"X", "y"}, {"accept", "b"}};
    EXPECT_EQ(headers.count("ACCEPT"), 2U);
    EXPECT_EQ(headers.count("Host"), 0U);
}

TEST(Headers, FindsTheFirstOfDuplicates) {
    const Headers headers{{"Accept", "a"}, {"accept", "b"}};
    EXPECT_THAT(headers.find("ACCEPT"), Pointee(std::string("a")));
}

TEST(Headers, JoinsDuplicatesWithACommaAndASpace) {
    const Headers headers{{"Accept", "a"}, {"X", "y"}, {"accept", "b"}};
    EXPECT_EQ(headers.joined("Accept"), "a, b");
    EXPECT_EQ(headers.joined("Other"), "");
}

TEST(Headers, SetReplacesEveryFieldOfThatName) {
    Headers headers{{"Accept", "a"}, {"X", "y"}, {"accept", "b"}};
    headers.set("ACCEPT", "c");
    EXPECT_THAT(headers.all(), ElementsAre(Pair("X", "y"), Pair("ACCEPT", "c")));
}

TEST(Headers, RemoveDropsEveryFieldOfThatName) {
    Headers headers{{"Accept", "a"}, {"X", "y"}, {"accept", "b"}};
    headers.remove("accept");
    EXPECT_THAT(headers.all(), ElementsAre(Pair("X", "y")));
}

TEST(Methods, AreSafeIfTheyAreGetOrHead) {
    EXPECT_TRUE(is_safe_method("GET"));
    EXPECT_TRUE(is_safe_method("HEAD"));
    EXPECT_TRUE(is_safe_method("QUERY"));
    EXPECT_FALSE(is_safe_method("POST"));
    EXPECT_FALSE(is_safe_method("get"));
}

TEST(Statuses, AreASuccessFrom200To299) {
    EXPECT_FALSE(is_success(199));
    EXPECT_TRUE(is_success(200));
    EXPECT_TRUE(is_success(299));
    EXPECT_FALSE(is_success(300));
}

TEST(ReasonPhrase, IsKnownForStandardStatuses) {
    EXPECT_EQ(reason_phrase(100), "Continue");
    EXPECT_EQ(reason_phrase(200), "OK");
    EXPECT_EQ(reason_phrase(431), "Request Header Fields Too Large");
    EXPECT_EQ(reason_phrase(505), "HTTP Version Not Supported");
}

TEST(ReasonPhrase, IsEmptyForOthers) {
    EXPECT_EQ(reason_phrase(0), "");
    EXPECT_EQ(reason_phrase(299), "");
    EXPECT_EQ(reason_phrase(999), "");
}

TEST(MediaType, IsLowerCaseWithoutParameters) {
    EXPECT_EQ(media_type("Application/JSON; charset=UTF-8"), "application/json");
    EXPECT_EQ(media_type("  text/event-stream\t"), "text/event-stream");
    EXPECT_EQ(media_type("text/plain ;a=b;c=d"), "text/plain");
    EXPECT_EQ(media_type(""), "");
}

TEST(MediaType, IsASequenceOfItems) {
    for (const char* type : {"text/event-stream",
                             "application/jsonl",
                             "application/x-ndjson",
                             "application/json-seq",
                             "application/geo+json-seq",
                             "multipart/mixed"})
        EXPECT_TRUE(is_sequence_media_type(type)) << type;
    for (const char* type : {"application/json",
                             "text/plain",
                             "multipart/related",
                             "json-seq",
                             "application/xjson-seq",
                             ""})
        EXPECT_FALSE(is_sequence_media_type(type)) << type;
}

struct JsonTypeCase {
    std::string name;
    std::string type;
    bool is_json;
};

class JsonMediaType : public ::testing::TestWithParam<JsonTypeCase> {};

TEST_P(JsonMediaType, IsRecognised) {
    EXPECT_EQ(is_json_media_type(GetParam().type), GetParam().is_json);
}

INSTANTIATE_TEST_SUITE_P(Types,
                         JsonMediaType,
                         ::testing::Values(JsonTypeCase{"Plain", "application/json", true},
                                           JsonTypeCase{"Suffix", "application/problem+json", true},
                                           JsonTypeCase{"OtherTree", "image/x+json", true},
                                           JsonTypeCase{"Stream", "text/event-stream", false},
                                           JsonTypeCase{"Lines", "application/jsonl", false},
                                           JsonTypeCase{"NoTree", "json", false},
                                           JsonTypeCase{"SuffixWithoutTree", "x+json", false},
                                           JsonTypeCase{"EmptyTree", "/x+json", false},
                                           JsonTypeCase{"Empty", "", false}),
                         [](const auto& tested) { return tested.param.name; });

TEST(XmlMediaType, IsXmlOrHasItsSuffix) {
    for (const char* type : {"application/xml", "text/xml", "application/soap+xml"})
        EXPECT_TRUE(is_xml_media_type(type)) << type;
    for (const char* type : {"text/html", "application/json", "xml", "x+xml", "text/xmlish", ""})
        EXPECT_FALSE(is_xml_media_type(type)) << type;
}

}  // namespace
}  // namespace plumbline::http

#include "conformance/client/response_reader.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(ResponseReader, KeepsSpellingOrderAndDuplicatesOfHeaders) {
    ResponseReader reader("GET", 100);
    for (const char* line :
         {"HTTP/1.1 200 OK\r\n", "X-b: 1\r\n", "x-B:  2 \r\n", "A:\r\n", "\r\n"}) {
        ASSERT_TRUE(reader.take_head_line(line));
    }
    EXPECT_EQ(reader.response().status, 200);
    EXPECT_THAT(reader.response().headers.all(),
                ElementsAre(Pair("X-b", "1"), Pair("x-B", "2"), Pair("A", "")));
}

TEST(ResponseReader, DropsInformationalHeads) {
    ResponseReader reader("GET", 100);
    for (const char* line : {"HTTP/1.1 103 Early Hints\r\n",
                             "Link: x\r\n",
                             "\r\n",
                             "HTTP/1.1 404 Not Found\r\n",
                             "B: 2\r\n",
                             "\r\n"}) {
        ASSERT_TRUE(reader.take_head_line(line));
    }
    EXPECT_EQ(reader.response().status, 404);
    EXPECT_THAT(reader.response().headers.all(), ElementsAre(Pair("B", "2")));
}

TEST(ResponseReader, ReportsAnotherProtocol) {
    ResponseReader reader("GET", 100);
    for (const char* line :
         {"HTTP/1.1 101 Switching Protocols\r\n", "Upgrade: other\r\n", "\r\n"}) {
        ASSERT_TRUE(reader.take_head_line(line));
    }
    ASSERT_EQ(reader.violations().size(), 1U);
    EXPECT_EQ(reader.violations()[0].got, "status 101");
    EXPECT_FALSE(reader.has_complete_head());
}

TEST(ResponseReader, DropsTrailers) {
    ResponseReader reader("GET", 100);
    for (const char* line : {"HTTP/1.1 200 OK\r\n", "\r\n", "Checksum: 1\r\n"}) {
        ASSERT_TRUE(reader.take_head_line(line));
    }
    EXPECT_THAT(reader.response().headers.all(), ElementsAre());
}

TEST(ResponseReader, UnfoldsContinuedValues) {
    ResponseReader reader("GET", 100);
    for (const char* line :
         {"HTTP/1.1 200 OK\r\n", "A: 1\r\n", "B: one\r\n", "\t two\r\n", " 3\r\n", "\r\n"}) {
        ASSERT_TRUE(reader.take_head_line(line));
    }
    EXPECT_THAT(reader.response().headers.all(),
                ElementsAre(Pair("A", "1"), Pair("B", "one two 3")));
}

TEST(ResponseReader, AcceptsABodyOfExactlyTheLimit) {
    ResponseReader reader("GET", 4);
    EXPECT_TRUE(reader.take_body("ab"));
    EXPECT_TRUE(reader.take_body("cd"));
    EXPECT_FALSE(reader.is_over_limit());
    EXPECT_EQ(reader.response().body, "abcd");
}

TEST(ResponseReader, RefusesABodyOverTheLimit) {
    ResponseReader reader("GET", 4);
    EXPECT_TRUE(reader.take_body("abcd"));
    EXPECT_FALSE(reader.take_body("e"));
    EXPECT_TRUE(reader.is_over_limit());
}

TEST(ResponseReader, RefusesAHeadWithoutEnd) {
    ResponseReader reader("GET", 4);
    const std::string line = "A: " + std::string(200'000, 'x') + "\r\n";
    EXPECT_TRUE(reader.take_head_line(line));
    EXPECT_FALSE(reader.take_head_line(line));
    EXPECT_TRUE(reader.is_over_limit());
    EXPECT_EQ(reader.violations().back().expected, "a head of at most 262144 bytes");
}

TEST(ResponseReader, DecodesChunksAndReportsWhatIsWrongWithThem) {
    ResponseReader reader("GET", 100);
    for (const char* line : {"HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "\r\n"})
        ASSERT_TRUE(reader.take_head_line(line));
    EXPECT_TRUE(reader.take_body("2\r\nab\r"));
    EXPECT_TRUE(reader.take_body("\n1\nc\r\n0\r\n\r\n"));
    EXPECT_EQ(reader.response().body, "abc");
    ASSERT_EQ(reader.violations().size(), 1U);
    EXPECT_EQ(reader.violations().front().expected, "a body in the chunked coding");
}

TEST(ResponseReader, LimitsTheContentOfChunks) {
    ResponseReader reader("GET", 4);
    for (const char* line : {"HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "\r\n"})
        ASSERT_TRUE(reader.take_head_line(line));
    EXPECT_TRUE(reader.take_body("4\r\nabcd\r\n"));
    EXPECT_FALSE(reader.take_body("1\r\ne\r\n"));
    EXPECT_TRUE(reader.is_over_limit());
}

TEST(ResponseReader, StopsAtAHeadThatDoesNotTellWhereTheBodyEnds) {
    ResponseReader reader("GET", 100);
    ASSERT_TRUE(reader.take_head_line("HTTP/1.1 200 OK\r\n"));
    ASSERT_TRUE(reader.take_head_line("Content-Length: many\r\n"));
    EXPECT_FALSE(reader.take_head_line("\r\n"));
    EXPECT_TRUE(reader.has_unknown_end());
    EXPECT_FALSE(reader.is_over_limit());
    EXPECT_EQ(reader.violations().size(), 1U);
}

TEST(ResponseReader, IgnoresTheLengthOfAResponseWithoutBody) {
    ResponseReader reader("HEAD", 100);
    for (const char* line : {"HTTP/1.1 200 OK\r\n", "Content-Length: many\r\n", "\r\n"})
        EXPECT_TRUE(reader.take_head_line(line));
    EXPECT_EQ(reader.violations().size(), 1U);
}

TEST(ResponseReader, ChecksInformationalHeads) {
    ResponseReader reader("GET", 100);
    for (const char* line :
         {"HTTP/1.1 103 Early Hints\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "\r\n"}) {
        ASSERT_TRUE(reader.take_head_line(line));
    }
    EXPECT_EQ(reader.response().status, 200);
    EXPECT_EQ(reader.violations().size(), 1U);
}

TEST(ResponseReader, ReportsAStatusLineInLowerCase) {
    ResponseReader reader("GET", 100);
    ASSERT_TRUE(reader.take_head_line("http/1.1 200 OK\r\n"));
    ASSERT_TRUE(reader.take_head_line("\r\n"));
    EXPECT_EQ(reader.response().status, 200);
    EXPECT_EQ(reader.violations().size(), 1U);
}

TEST(ResponseReader, ReportsOfAllChunksTheFirstViolation) {
    ResponseReader reader("GET", 100);
    for (const char* line : {"HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "\r\n"})
        ASSERT_TRUE(reader.take_head_line(line));
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(reader.take_body("1\na\n"));
    EXPECT_EQ(reader.violations().size(), 1U);
}

}  // namespace
}  // namespace plumbline::client

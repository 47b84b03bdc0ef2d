#include "spec/http/head_lines.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace plumbline::http {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

auto Violates(const std::string& expected, const std::string& got) {
    return ::testing::AllOf(Field("expected", &MessageViolation::expected, HasSubstr(expected)),
                            Field("got", &MessageViolation::got, HasSubstr(got)));
}

std::vector<MessageViolation> check_head_lines(const std::vector<std::string>& lines) {
    std::vector<MessageViolation> violations;
    for (const std::string& line : lines) check_head_line(line, &line == lines.data(), violations);
    return violations;
}

std::vector<MessageViolation> check_line(const std::string& line) {
    return check_head_lines({"HTTP/1.1 200 OK\r\n", line, "\r\n"});
}

TEST(HeadLines, AreFieldsAfterAStatusLine) {
    EXPECT_THAT(check_head_lines({"HTTP/1.1 200 OK\r\n", "A: 1\r\n", "B:\r\n", "\r\n"}), IsEmpty());
    EXPECT_THAT(check_head_lines({"HTTP/1.1 404\r\n", "\r\n"}), IsEmpty());
    EXPECT_THAT(check_head_lines({"HTTP/1.0 500 \r\n", "\r\n"}), IsEmpty());
}

TEST(HeadLines, ThatAreNoFieldsAreReported) {
    for (const char* line : {"no colon\r\n",
                             " folded: 1\r\n",
                             "A : 1\r\n",
                             ": 1\r\n",
                             "A: 1\r2\r\n",
                             "A\x80: 1\r\n"}) {
        EXPECT_THAT(check_line(line), ElementsAre(Violates("fields of a name", "the line \"")))
            << line;
    }
}

TEST(HeadLines, ThatEndWithoutCrlfAreReported) {
    EXPECT_THAT(check_line("A: 1\n"), ElementsAre(Violates("CRLF", "\"A: 1\"")));
    EXPECT_THAT(check_head_lines({"HTTP/1.1 200 OK\n", "\n"}), SizeIs(1));
}

TEST(HeadLines, BeginWithAStatusLine) {
    for (const char* line : {"HTTP/1.1 99 Odd\r\n",
                             "HTTP/1.1 099 Odd\r\n",
                             "HTTP/1.1200\r\n",
                             "HTTP/1 200 OK\r\n",
                             "HTTP/1.1 200OK\r\n"})
        EXPECT_THAT(check_head_lines({line, "\r\n"}),
                    ElementsAre(Violates("the status line", "HTTP/1")))
            << line;
}

TEST(HeadLines, AreReportedOnceForEachKind) {
    EXPECT_THAT(check_head_lines(std::vector<std::string>(1'000, "x\n")), SizeIs(3));
}

struct FramingCase {
    Headers headers;
    std::vector<std::string> expected;  ///< of the violations
    bool is_unknown = false;
    bool is_chunked = false;
    std::string_view version = "HTTP/1.1";
    int status = 200;
};

TEST(BodyFraming, IsOneLengthOrTheChunkedCoding) {
    const std::string one_length = "one Content-Length of decimal digits, less than 2^63";
    const FramingCase cases[]{
        {{}, {}},
        {{{"Content-Length", "27"}}, {}},
        {{{"content-length", "0"}}, {}},
        {{{"Transfer-Encoding", "Chunked"}}, {}, false, true},
        {{{"Content-Length", "+27"}}, {one_length}},
        {{{"Content-Length", "100000000000000000000"}}, {one_length}, true},
        {{{"Content-Length", "9223372036854775808"}}, {one_length}, true},
        {{{"Content-Length", "-1"}}, {one_length}, true},
        {{{"Content-Length", ""}}, {one_length}, true},
        {{{"Content-Length", "0x1b"}}, {one_length}, true},
        {{{"Content-Length", "27"}, {"Content-Length", "28"}}, {one_length}, true},
        {{{"Content-Length", "27"}, {"Content-Length", "27"}}, {one_length}},
        {{{"Content-Length", "x"}}, {one_length}, false, false, "HTTP/1.1", 204},
        {{{"Content-Length", "27"}, {"Transfer-Encoding", "chunked"}},
         {"no Content-Length beside Transfer-Encoding"},
         false,
         true},
        {{{"Transfer-Encoding", "gzip, chunked"}},
         {"Transfer-Encoding chunked alone"},
         false,
         true},
        {{{"Transfer-Encoding", "identity"}}, {"Transfer-Encoding chunked alone"}},
        {{{"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}},
         {"Transfer-Encoding chunked alone"},
         false,
         true},
        {{{"Transfer-Encoding", "chunked"}},
         {"Transfer-Encoding in HTTP/1.1 only"},
         false,
         true,
         "HTTP/1.0"},
    };
    for (const FramingCase& one : cases) {
        const BodyFraming framing = read_body_framing(one.version, one.status, one.headers);
        std::vector<std::string> expected;
        for (const MessageViolation& violation : framing.violations)
            expected.push_back(violation.expected);
        const std::string name = one.headers.all().empty() ? "none" : one.headers.all()[0].second;
        EXPECT_EQ(expected, one.expected) << name;
        EXPECT_EQ(framing.is_unknown, one.is_unknown) << name;
        EXPECT_EQ(framing.is_chunked, one.is_chunked) << name;
    }
}

TEST(ClosesConnection, ReadsTheOptionsAndTheVersion) {
    EXPECT_FALSE(closes_connection("HTTP/1.1", {}));
    EXPECT_FALSE(closes_connection("HTTP/1.1", {{"Connection", "keep-alive, closed"}}));
    EXPECT_TRUE(closes_connection("HTTP/1.1", {{"Connection", "Keep-Alive, Close"}}));
    EXPECT_TRUE(closes_connection("HTTP/1.1", {{"connection", "a"}, {"Connection", "close"}}));
    EXPECT_TRUE(closes_connection("HTTP/1.0", {}));
    EXPECT_FALSE(closes_connection("HTTP/1.0", {{"Connection", "Keep-Alive"}}));
}

}  // namespace
}  // namespace plumbline::http

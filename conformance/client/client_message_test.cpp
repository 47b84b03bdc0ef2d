#include "conformance/client/client_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using Then = CannedServer::AfterResponse;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Bytes of a response that HTTP/1.1 does not allow, and how they are reported.
struct MessageCase {
    std::string_view name;
    std::string bytes;
    std::string_view expected;
    std::string_view body{};  ///< of the response that is read; empty: the response is a failure
    std::string_view method = "GET";
};
class ClientMessageTest : public ClientTest, public testing::WithParamInterface<MessageCase> {};

TEST_P(ClientMessageTest, IsReported) {
    const MessageCase& given = GetParam();
    CannedServer server({{{given.bytes, Then::kClose}}});
    const Exchange exchange =
        perform({.url = server.url(), .request = request(std::string(given.method))});
    EXPECT_THAT(exchange.violations,
                Contains(Field(&http::MessageViolation::expected, HasSubstr(given.expected))));
    if (given.body.empty()) {
        EXPECT_TRUE(exchange.failure);
    } else {
        EXPECT_THAT(exchange, RespondsWith(200, given.body == "-" ? "" : given.body));
    }
}

const std::string kStart = "HTTP/1.1 200 OK\r\n";
const std::string kChunked = kStart + "Transfer-Encoding: chunked\r\n";

INSTANTIATE_TEST_SUITE_P(
    Table,
    ClientMessageTest,
    testing::Values(
        MessageCase{"LengthOf67Bits",
                    kStart + "Content-Length: 100000000000000000000\r\n\r\nok",
                    "one Content-Length"},
        MessageCase{
            "LengthWithASign", kStart + "Content-Length: +2\r\n\r\nok", "one Content-Length", "ok"},
        MessageCase{
            "NegativeLength", kStart + "Content-Length: -2\r\n\r\nok", "a response of HTTP/1.1"},
        MessageCase{"TwoLengths",
                    kStart + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nokk",
                    "one Content-Length"},
        MessageCase{"LengthBesideChunks",
                    kChunked + "Content-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                    "no Content-Length beside",
                    "ok"},
        MessageCase{"BytesAfterTheLength",
                    kStart + "Content-Length: 2\r\n\r\nokay",
                    "nothing after the response",
                    "ok"},
        MessageCase{"BytesAfterTheChunks",
                    kChunked + "\r\n2\r\nok\r\n0\r\n\r\nmore",
                    "a body in the chunked coding",
                    "ok"},
        MessageCase{"BytesAfterNoBody",
                    kStart + "Content-Length: 2\r\n\r\nok",
                    "nothing after the response",
                    "-",
                    "HEAD"},
        MessageCase{"ChunkLinesWithLf",
                    kChunked + "\r\n2\nok\n0\n\n",
                    "a body in the chunked coding",
                    "ok"},
        MessageCase{"BrokenChunkSize", kChunked + "\r\nzz\r\nok", "a body in the chunked coding"},
        MessageCase{"HeadWithLf",
                    "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
                    "CRLF at the end of each line",
                    "ok"},
        MessageCase{"FoldedField",
                    kStart + "A: 1,\r\n 2\r\nContent-Length: 2\r\n\r\nok",
                    "fields of a name",
                    "ok"},
        MessageCase{"FieldWithoutColon",
                    kStart + "no field\r\nContent-Length: 2\r\n\r\nok",
                    "a response of HTTP/1.1"},
        MessageCase{"NameBeforeABlank",
                    kStart + "A : 1\r\nContent-Length: 2\r\n\r\nok",
                    "fields of a name",
                    "ok"},
        MessageCase{"Http09", "ok", "a response of HTTP/1.1"},
        MessageCase{"StatusOfTwoDigits",
                    "HTTP/1.1 99 Odd\r\nContent-Length: 2\r\n\r\nok",
                    "a response of HTTP/1.1"},
        MessageCase{"CodingOfHttp10",
                    "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                    "Transfer-Encoding in HTTP/1.1 only",
                    "ok"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(ClientTest, ReportsNothingAboutAValidMessage) {
    for (const std::string& bytes :
         {std::string(kOk),
          kStart + "\r\nok",
          std::string("HTTP/1.0 200 OK\r\n\r\nok"),
          kChunked + "Trailer: A\r\n\r\n1;x=\"1\"\r\no\r\n1\r\nk\r\n0\r\nA: 1\r\n\r\n"}) {
        CannedServer server({{{bytes, Then::kClose}}});
        const Exchange exchange = get(server);
        EXPECT_THAT(exchange, RespondsWith(200, "ok")) << bytes;
        EXPECT_THAT(exchange.violations, IsEmpty()) << bytes;
    }
}

TEST_F(ClientTest, ReportsACodingThatTheRequestDoesNotAccept) {
    CannedServer server({{{kStart + "Content-Encoding: gzip\r\n\r\nok", Then::kClose}}});
    const Exchange exchange = perform(
        {.url = server.url(), .request = request("GET", {{"Accept-Encoding", "identity"}})});
    EXPECT_THAT(
        exchange.violations,
        Contains(AllOf(Field(&http::MessageViolation::expected, HasSubstr("Accept-Encoding")),
                       Field(&http::MessageViolation::got, "Content-Encoding gzip"))));
}

}  // namespace
}  // namespace plumbline::client

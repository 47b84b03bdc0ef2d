#include "conformance/client/client_fixture.hpp"
#include "conformance/client/scripted_server_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using Then = CannedServer::AfterResponse;
using ::testing::ElementsAre;
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
                ElementsAre(Field(&http::MessageViolation::expected, HasSubstr(given.expected))));
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
        MessageCase{"LineOfANulByte",
                    kStart + std::string("A: \0\r\n", 6) + "Content-Length: 2\r\n\r\nok",
                    "a response of HTTP/1.1"},
        MessageCase{"CarriageReturnInAValue",
                    kStart + "A: 1\r2\r\nContent-Length: 2\r\n\r\nok",
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

TEST_F(ClientTest, ReportsNothingAboutAMessageWithoutBody) {
    for (const auto& [method, bytes] :
         {std::pair("HEAD", kStart + "Content-Length: 2\r\n\r\n"),
          std::pair("GET", std::string("HTTP/1.1 204 No Content\r\n\r\n")),
          std::pair("GET", std::string("HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n")),
          std::pair("GET", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + kOk)}) {
        CannedServer server({{{bytes, Then::kClose}}});
        const Exchange exchange = perform({.url = server.url(), .request = request(method)});
        EXPECT_TRUE(exchange.response) << bytes;
        EXPECT_THAT(exchange.violations, IsEmpty()) << bytes;
    }
}

TEST_F(ClientTest, ReportsNothingAboutAConnectionThatIsUsedAgain) {
    CannedServer server({{{kOk}, {kOk}, {kOk}}});
    for (int i = 0; i < 3; ++i) EXPECT_THAT(get(server).violations, IsEmpty());
    EXPECT_EQ(server.requests().size(), 3U);
}

/// Sends the parts of a response one after the other: the next one is on its way when the client
/// has read the ones before it.
class ClientPartsTest : public ClientTest {
  protected:
    Exchange get_parts(std::vector<std::string> parts, StreamSink* sink = nullptr) {
        std::vector<ScriptedServer::ScriptPart> script;
        for (std::string& part : parts) script.push_back({std::move(part)});
        const ScriptedServer server(
            {{"GET /", std::move(script), ScriptedServer::AfterScript::kClose}});
        return client_.perform(
            {.url = server.origin() + "/", .request = request("GET"), .sink = sink});
    }
    ClientOptions large() {
        ClientOptions options;
        options.max_body = 100'000;
        return options;
    }
    Client client_{large(), clock_};
};

TEST_F(ClientPartsTest, ReportsBytesAfterALongBody) {
    const std::string head = kStart + "Content-Length: 40000\r\n\r\n";
    EXPECT_THAT(get_parts({head + std::string(40'000, 'x')}).violations, IsEmpty());
    EXPECT_THAT(
        get_parts({head + std::string(40'004, 'x')}).violations,
        ElementsAre(Field(&http::MessageViolation::expected, "nothing after the response")));
}

TEST_F(ClientPartsTest, ReportsTheEndlessHead) {
    const std::string field = "A: " + std::string(1'000, 'x') + "\r\n";
    std::string head = kStart;
    for (int i = 0; i < 300; ++i) head += field;
    const Exchange exchange = get_parts({head});
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kLimit, "the head of the response is larger"));
    EXPECT_THAT(
        exchange.violations,
        ElementsAre(Field(&http::MessageViolation::expected, HasSubstr("a head of at most"))));
}

TEST_F(ClientPartsTest, ReportsAnEndlessLineOfAHead) {
    const Exchange exchange = get_parts({kStart + "A: " + std::string(200'000, 'x')});
    EXPECT_TRUE(exchange.failure);
    EXPECT_THAT(
        exchange.violations,
        ElementsAre(Field(&http::MessageViolation::expected, HasSubstr("a head of at most"))));
}

/// Stores what it receives, as a reader of streams does.
class StoringSink final : public StreamSink {
  public:
    void begin(Instant) override {}
    void take_head_line(std::string_view, Instant) override {}
    [[nodiscard]] bool take_bytes(std::string_view bytes, Instant) override {
        body_ += bytes;
        return true;
    }
    [[nodiscard]] std::optional<Instant> idle_deadline() const override { return std::nullopt; }
    [[nodiscard]] std::string body() const override { return body_; }

  private:
    std::string body_;
};

TEST_F(ClientPartsTest, ReportsTheBytesOfAResponseToASinkThatIsNoStream) {
    StoringSink sink;
    const std::string json = kStart + "Content-Type: application/json\r\n";
    EXPECT_THAT(
        get_parts({json + "Content-Length: +2\r\n\r\n{}"}, &sink).violations,
        ElementsAre(Field(&http::MessageViolation::expected, HasSubstr("one Content-Length"))));
    EXPECT_THAT(
        get_parts({json + "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n"}, &sink).violations,
        ElementsAre(Field(&http::MessageViolation::expected, HasSubstr("chunked coding"))));
    const Exchange unknown =
        get_parts({json + "Content-Length: 100000000000000000000\r\n\r\n{}"}, &sink);
    EXPECT_THAT(unknown, FailsAs(ErrorCode::kIo, "does not tell where the body ends"));
    EXPECT_THAT(
        unknown.violations,
        ElementsAre(Field(&http::MessageViolation::expected, HasSubstr("one Content-Length"))));
}

/// Keeps only the beginning of what it receives, as the reader of streams does.
class CuttingSink final : public StreamSink {
  public:
    void begin(Instant) override {}
    void take_head_line(std::string_view, Instant) override {}
    [[nodiscard]] bool take_bytes(std::string_view, Instant) override { return true; }
    [[nodiscard]] std::optional<Instant> idle_deadline() const override { return std::nullopt; }
    [[nodiscard]] std::string body() const override { return "cut"; }
};

TEST_F(ClientPartsTest, KeepsAllOfAResponseToASinkThatIsNoStream) {
    CuttingSink sink;
    const std::string head = kStart + "Content-Type: application/json\r\nContent-Length: ";
    EXPECT_THAT(get_parts({head + "4\r\n\r\n1234"}, &sink), RespondsWith(200, "1234"));
    EXPECT_THAT(get_parts({head + "100001\r\n\r\n" + std::string(100'001, '1')}, &sink),
                FailsAs(ErrorCode::kLimit, "the response is larger than allowed"));
}

TEST_F(ClientPartsTest, LeavesTheBytesOfAStreamToItsSink) {
    StoringSink sink;
    const std::string stream = kStart + "Content-Type: text/event-stream\r\n";
    EXPECT_THAT(
        get_parts({stream + "Transfer-Encoding: chunked\r\n\r\n2\nab\n0\n\n"}, &sink).violations,
        IsEmpty());
    EXPECT_THAT(get_parts({stream + "no colon\r\n\r\n"}, &sink).violations,
                ElementsAre(Field(&http::MessageViolation::expected, "a response of HTTP/1.1")));
}

TEST_F(ClientTest, DoesNotDecodeACodingThatTheRequestDoesNotAccept) {
    CannedServer server({{{kStart + "Content-Encoding: gzip\r\n\r\nok", Then::kClose}}});
    const Exchange exchange = perform(
        {.url = server.url(), .request = request("GET", {{"Accept-Encoding", "identity"}})});
    ASSERT_TRUE(exchange.coding_error);
    EXPECT_THAT(exchange.coding_error->message, HasSubstr("it was not asked for"));
    EXPECT_THAT(exchange.violations, IsEmpty());
}

}  // namespace
}  // namespace plumbline::client

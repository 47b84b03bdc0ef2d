#include "conformance/client/client_fixture.hpp"
#include "conformance/client/filtering_sink.hpp"

#include <gmock/gmock.h>

#include <optional>

namespace plumbline::client {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;
using Then = CannedServer::AfterResponse;

/// Stores all bytes and stops once they contain `stop_at`.
class Recorder final : public StreamSink {
  public:
    void begin(Instant at) override { last = at; }
    void take_head_line(std::string_view line, Instant) override { head.emplace_back(line); }
    bool take_bytes(std::string_view more, Instant at) override {
        bytes += more;
        last = at;
        return stop_at.empty() || bytes.find(stop_at) == std::string::npos;
    }
    [[nodiscard]] std::optional<Instant> idle_deadline() const override {
        if (!idle) return std::nullopt;
        return last + *idle;
    }
    [[nodiscard]] std::string body() const override { return "kept"; }

    std::vector<std::string> head;
    std::string bytes;
    std::string stop_at;
    std::optional<Duration> idle;
    Instant last{};
};

const std::string kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

class ClientStreamTest : public ClientTest {
  protected:
    Exchange stream(const CannedServer& server, milliseconds timeout = seconds(5)) {
        return perform({.url = server.url("/s"),
                        .request = request("GET"),
                        .timeout = timeout,
                        .sink = &recorder_});
    }

    Recorder recorder_;
};

TEST_F(ClientStreamTest, PassesHeadLinesAndRawBytesToTheSink) {
    CannedServer server({{{"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + kStreamHead +
                           "2;note=1\r\nok\r\n0\r\nDone: yes\r\n\r\n"}}});
    const Exchange exchange = stream(server);
    EXPECT_EQ(exchange.stream_end, StreamEnd::kComplete);
    EXPECT_EQ(recorder_.bytes, "2;note=1\r\nok\r\n0\r\nDone: yes\r\n\r\n");
    EXPECT_EQ(recorder_.head.size(), 7U);
    EXPECT_EQ(recorder_.head[3], "HTTP/1.1 200 OK\r\n");
    EXPECT_THAT(exchange, RespondsWith(200, "kept"));
}

TEST_F(ClientStreamTest, ReportsAConnectionClosedWithinAChunk) {
    CannedServer server({{{kStreamHead + "ff\r\nhalf", Then::kClose}}});
    const Exchange exchange = stream(server);
    EXPECT_EQ(exchange.stream_end, StreamEnd::kClosed);
    EXPECT_EQ(exchange.failure, std::nullopt);
    EXPECT_EQ(recorder_.bytes, "ff\r\nhalf");
}

TEST_F(ClientStreamTest, DistinguishesAResetFromAClose) {
    CannedServer server({{{kStreamHead + "ff\r\nhalf", Then::kReset}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kReset);
}

TEST_F(ClientStreamTest, ReportsMalformedFraming) {
    CannedServer server({{{kStreamHead + "zz\r\nno\r\n", Then::kHoldOpen}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kMalformed);
    EXPECT_THAT(recorder_.bytes, HasSubstr("zz"));
}

TEST_F(ClientStreamTest, StopsReadingWhenTheSinkStops) {
    recorder_.stop_at = "enough";
    CannedServer server({{{kStreamHead + "6\r\nenough\r\n", Then::kHoldOpen}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kStopped);
}

TEST_F(ClientStreamTest, EndsWithTheTimeout) {
    CannedServer server({{{kStreamHead + "2\r\nok\r\n", Then::kHoldOpen}}});
    const Exchange exchange = stream(server, kSoon);
    EXPECT_EQ(exchange.stream_end, StreamEnd::kDeadline);
    EXPECT_LT(exchange.ended - exchange.started, seconds(3));
}

TEST_F(ClientStreamTest, EndsAtTheIdleDeadlineOfTheSink) {
    recorder_.idle = kSoon;
    CannedServer server({{{kStreamHead + "2\r\nok\r\n", Then::kHoldOpen}}});
    const Exchange exchange = stream(server, seconds(60));
    EXPECT_EQ(exchange.stream_end, StreamEnd::kDeadline);
    EXPECT_LT(exchange.ended - exchange.started, seconds(3));
}

TEST_F(ClientStreamTest, FailsIfNoHeadIsReceived) {
    recorder_.idle = kSoon;
    CannedServer server({{{"", Then::kHoldOpen}}});
    const Exchange exchange = stream(server, seconds(60));
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kTimeout, "no response in time ("));
    EXPECT_EQ(exchange.stream_end, std::nullopt);
}

TEST_F(ClientStreamTest, FailsIfTheHeadIsCut) {
    CannedServer server({{{kStreamHead.substr(0, kStreamHead.size() - 2), Then::kClose}}});
    const Exchange exchange = stream(server);
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kIo, "within the head of the response"));
    EXPECT_EQ(exchange.stream_end, std::nullopt);
    EXPECT_FALSE(exchange.response);
}

TEST_F(ClientStreamTest, IsPassedOnByAFilterThatAcceptsItsHead) {
    FilteringSink filter(recorder_, [](const http::Response& head) { return head.status == 200; });
    CannedServer server(
        {{{"HTTP/1.1 103 Early Hints\r\n\r\n" + kStreamHead + "2\r\nok\r\n0\r\n\r\n"}}});
    const Exchange exchange =
        perform({.url = server.url("/s"), .request = request("GET"), .sink = &filter});
    EXPECT_EQ(exchange.stream_end, StreamEnd::kComplete);
    EXPECT_EQ(recorder_.bytes, "2\r\nok\r\n0\r\n\r\n");
    EXPECT_EQ(recorder_.head.size(), 6U);
    EXPECT_THAT(exchange, RespondsWith(200, "kept"));
}

TEST_F(ClientStreamTest, IsWithheldByAFilterThatRefusesItsHead) {
    FilteringSink filter(recorder_, [](const http::Response& head) { return head.status == 200; });
    CannedServer server({{{"HTTP/1.1 429 X\r\nRetry-After: 1\r\n\r\nwait", Then::kHoldOpen}}});
    const Exchange exchange =
        perform({.url = server.url("/s"), .request = request("GET"), .sink = &filter});
    EXPECT_THAT(exchange, RespondsWith(429, ""));
    EXPECT_TRUE(recorder_.head.empty());
    EXPECT_TRUE(recorder_.bytes.empty());
}

TEST_F(ClientStreamTest, UsesASeparateConnection) {
    CannedServer server({{{kStreamHead + "0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"}}, {{kOk}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kComplete);
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
}

TEST_F(ClientStreamTest, HasACurlCommandWithoutBuffering) {
    CannedServer server({{{kStreamHead + "0\r\n\r\n"}}});
    EXPECT_THAT(curl_command(stream(server)), testing::StartsWith("curl -N -sS -i "));
}

TEST_F(ClientStreamTest, AsksForNoContentCoding) {
    CannedServer server(
        {{{kOk}}, {{"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx"}}});
    EXPECT_FALSE(stream(server).coding_error);
    EXPECT_THAT(server.requests().front(), HasSubstr("Accept-Encoding: identity\r\n"));
    EXPECT_THAT(
        stream(server).coding_error,
        Optional(testing::Field(&Error::message, "Content-Encoding gzip: it was not asked for")));
    CannedServer events(
        {{{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
           "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx"}}});
    EXPECT_FALSE(stream(events).coding_error) << "the sink judges the coding of events";
}

}  // namespace
}  // namespace plumbline::client

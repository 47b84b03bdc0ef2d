#include "conformance/client/client_fixture.hpp"

#include <gmock/gmock.h>

#include <optional>

namespace plumbline::client {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;
using Then = CannedServer::Then;

/// Keeps all that comes and leaves once it has seen a word.
class Recorder final : public StreamSink {
  public:
    void begin(Instant at) override { last = at; }
    void take_head_line(std::string_view line, Instant) override { head.emplace_back(line); }
    bool take_bytes(std::string_view more, Instant at) override {
        bytes += more;
        last = at;
        return leave_at.empty() || bytes.find(leave_at) == std::string::npos;
    }
    [[nodiscard]] std::optional<Instant> patience() const override {
        if (!idle) return std::nullopt;
        return last + *idle;
    }
    [[nodiscard]] std::string body() const override { return "kept"; }

    std::vector<std::string> head;
    std::string bytes;
    std::string leave_at;
    std::optional<Duration> idle;
    Instant last{};
};

const std::string kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

class StreamedCallTest : public ClientTest {
  protected:
    Exchange stream(const CannedServer& server, milliseconds timeout = seconds(5)) {
        return perform({.url = server.url("/s"),
                        .request = request("GET"),
                        .timeout = timeout,
                        .sink = &recorder_});
    }

    Recorder recorder_;
};

TEST_F(StreamedCallTest, HandsOnHeadLinesAndRawBytes) {
    CannedServer server({{{"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + kStreamHead +
                           "2;note=1\r\nok\r\n0\r\nDone: yes\r\n\r\n"}}});
    const Exchange exchange = stream(server);
    EXPECT_EQ(exchange.stream_end, StreamEnd::kComplete);
    EXPECT_EQ(recorder_.bytes, "2;note=1\r\nok\r\n0\r\nDone: yes\r\n\r\n");
    EXPECT_EQ(recorder_.head.size(), 7U);
    EXPECT_EQ(recorder_.head[3], "HTTP/1.1 200 OK\r\n");
    EXPECT_THAT(exchange, Answers(200, "kept"));
}

TEST_F(StreamedCallTest, TellsAConnectionThatIsClosedWithinAChunk) {
    CannedServer server({{{kStreamHead + "ff\r\nhalf", Then::kClose}}});
    const Exchange exchange = stream(server);
    EXPECT_EQ(exchange.stream_end, StreamEnd::kClosed);
    EXPECT_EQ(exchange.failure, std::nullopt);
    EXPECT_EQ(recorder_.bytes, "ff\r\nhalf");
}

TEST_F(StreamedCallTest, TellsAResetFromAClose) {
    CannedServer server({{{kStreamHead + "ff\r\nhalf", Then::kReset}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kReset);
}

TEST_F(StreamedCallTest, TellsFramingThatCannotBeRead) {
    CannedServer server({{{kStreamHead + "zz\r\nno\r\n", Then::kHold}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kGarbled);
    EXPECT_THAT(recorder_.bytes, HasSubstr("zz"));
}

TEST_F(StreamedCallTest, LeavesAStreamThatNeverEnds) {
    recorder_.leave_at = "enough";
    CannedServer server({{{kStreamHead + "6\r\nenough\r\n", Then::kHold}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kLeft);
}

TEST_F(StreamedCallTest, EndsWithTheTimeout) {
    CannedServer server({{{kStreamHead + "2\r\nok\r\n", Then::kHold}}});
    const Exchange exchange = stream(server, kSoon);
    EXPECT_EQ(exchange.stream_end, StreamEnd::kDeadline);
    EXPECT_LT(exchange.ended - exchange.started, seconds(3));
}

TEST_F(StreamedCallTest, EndsWhenThePatienceOfItsReaderIsOver) {
    recorder_.idle = kSoon;
    CannedServer server({{{kStreamHead + "2\r\nok\r\n", Then::kHold}}});
    const Exchange exchange = stream(server, seconds(60));
    EXPECT_EQ(exchange.stream_end, StreamEnd::kDeadline);
    EXPECT_LT(exchange.ended - exchange.started, seconds(3));
}

TEST_F(StreamedCallTest, FailsWhereNoHeadComes) {
    recorder_.idle = kSoon;
    CannedServer server({{{"", Then::kHold}}});
    const Exchange exchange = stream(server, seconds(60));
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kTimeout, "no response in time (1"));
    EXPECT_EQ(exchange.stream_end, std::nullopt);
}

TEST_F(StreamedCallTest, TakesAConnectionOfItsOwn) {
    CannedServer server({{{kStreamHead + "0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"}}, {{kOk}}});
    EXPECT_EQ(stream(server).stream_end, StreamEnd::kComplete);
    EXPECT_THAT(get(server), Answers(200, "ok"));
}

TEST_F(StreamedCallTest, IsRepeatedWithoutBuffering) {
    CannedServer server({{{kStreamHead + "0\r\n\r\n"}}});
    EXPECT_THAT(curl_command(stream(server)), testing::StartsWith("curl -N -sS -i "));
}

}  // namespace
}  // namespace plumbline::client

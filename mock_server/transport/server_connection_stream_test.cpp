#include "mock_server/transport/server_connection.hpp"
#include "mock_server/transport/testing.hpp"

#include <gmock/gmock.h>

#include <deque>

namespace plumbline::mock {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::StartsWith;

SteadyTime after(int seconds_later) {
    return SteadyTime{} + seconds(5'000 + seconds_later);
}

/// The result of one pull from a scripted stream.
struct Pull {
    std::string piece;
    PullResult flow;
    bool is_raw = false;
};

/// Returns one pull after the other, and repeats the last.
struct ScriptedStream final : ResponseStream {
    explicit ScriptedStream(std::deque<Pull> pulls) : script(std::move(pulls)) {}
    PullResult pull(StreamBuffer& buffer, std::size_t enough, SteadyTime) override {
        ++pull_count;
        requested_size = enough;
        if (before_pull) before_pull();
        const Pull now = script.front();
        if (script.size() > 1) script.pop_front();
        if (now.is_raw) {
            buffer.add_raw(now.piece);
        } else {
            buffer.add(now.piece);
        }
        return now.flow;
    }
    void on_wake(std::function<void()> call) override { wake = std::move(call); }

    std::deque<Pull> script;
    std::function<void()> wake;
    std::function<void()> before_pull;
    int pull_count = 0;
    std::size_t requested_size = 0;
};

constexpr PullResult kEnd{PullResult::StreamNext::kEnd};
constexpr PullResult kMore{PullResult::StreamNext::kMore};
constexpr PullResult kCut{PullResult::StreamNext::kTruncate};
PullResult later(int seconds_later) {
    return {PullResult::StreamNext::kLater, after(seconds_later)};
}

const std::string kEmptyPost = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
const std::string kOldPost = "POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n";
const std::string kHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

class StreamingConnectionTest : public ::testing::Test {
  protected:
    std::string stream(std::deque<Pull> pulls, const std::string& request = kEmptyPost) {
        source = std::make_shared<ScriptedStream>(std::move(pulls));
        connection.on_input(request, after(0));
        connection.send_responses(after(0));
        return sockets.received();
    }
    std::string due_at(int seconds_later) {
        connection.on_deadline(after(seconds_later));
        return sockets.received();
    }

    ServerOptions options{.idle_deadline = seconds(60), .write_deadline = seconds(40)};
    std::shared_ptr<ScriptedStream> source;
    RequestHandler handler = [this](const http::Request& request) -> EngineResponse {
        if (request.method == "GET") return EngineResponse{};
        return EngineResponse{200, {}, nullptr, source};
    };
    int wakes = 0;
    SocketPair sockets;
    ServerConnection connection{sockets.ours(), options, handler, after(0), [this] { ++wakes; }};
};

TEST_F(StreamingConnectionTest, SendsEachEventAsAChunkAndEndsTheBody) {
    EXPECT_EQ(stream({{"event: a\n\n", kMore}, {std::string(26, 'x'), kMore}, {"", kEnd}}),
              kHead + "a\r\nevent: a\n\n\r\n1a\r\n" + std::string(26, 'x') + "\r\n0\r\n\r\n");
    EXPECT_FALSE(sockets.has_ended());
}

TEST_F(StreamingConnectionTest, SendsTheFirstEventBeforeThePullOfTheSecond) {
    source =
        std::make_shared<ScriptedStream>(std::deque<Pull>{{"x", kMore}, {"y", kMore}, {"z", kEnd}});
    std::vector<std::size_t> requested_size;
    std::vector<std::string> sent_before;
    source->before_pull = [&] {
        requested_size.push_back(source->requested_size);
        sent_before.push_back(sockets.received());
    };
    connection.on_input(kEmptyPost, after(0));
    EXPECT_THAT(sent_before, ElementsAre("", kHead + "1\r\nx\r\n", "1\r\ny\r\n"));
    // One event, then as much as available.
    EXPECT_THAT(requested_size, ElementsAre(1, Gt(1), Gt(1)));
}

TEST_F(StreamingConnectionTest, HandlesTheNextRequestAfterAStream) {
    const std::string response =
        stream({{"x", kEnd}}, kEmptyPost + "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(response, EndsWith("0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"));
}

TEST_F(StreamingConnectionTest, WaitsUntilTheNextEventIsDue) {
    EXPECT_EQ(stream({{"x", later(7)}, {"y", later(9)}, {"z", kEnd}}), kHead + "1\r\nx\r\n");
    EXPECT_EQ(connection.deadline(), after(7));
    EXPECT_FALSE(connection.has_output());
    EXPECT_EQ(due_at(7), "1\r\ny\r\n");
    EXPECT_EQ(connection.deadline(), after(9));
    EXPECT_EQ(due_at(9), "1\r\nz\r\n0\r\n\r\n");
}

TEST_F(StreamingConnectionTest, PullsWhenWoken) {
    stream({{"x", {PullResult::StreamNext::kLater}}, {"y", {PullResult::StreamNext::kLater}}});
    source->wake();
    EXPECT_EQ(wakes, 1);
    connection.on_wake(after(1));
    EXPECT_EQ(sockets.received(), "1\r\ny\r\n");
}

TEST_F(StreamingConnectionTest, IgnoresAWakeWithoutAStream) {
    connection.on_wake(after(1));
    EXPECT_EQ(sockets.received(), "");
}

TEST_F(StreamingConnectionTest, SendsWithoutChunksToAnHttp10ClientAndCloses) {
    EXPECT_EQ(stream({{"x", kMore}, {"y", kEnd}}, kOldPost),
              "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nxy");
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(StreamingConnectionTest, RespondsToHeadWithoutTheStream) {
    const std::string response = stream({{"x", kEnd}}, "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(response, kHead);
    EXPECT_EQ(source->pull_count, 0);
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnectionTest, ClosesWithoutALastChunkIfTheStreamIsTruncated) {
    EXPECT_EQ(stream({{"x", kCut}}), kHead + "1\r\nx\r\n");
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnectionTest, SendsRawBytesUnchanged) {
    EXPECT_EQ(stream({{"zz\r\nx\r\n", kEnd, true}}), kHead + "zz\r\nx\r\n0\r\n\r\n");
}

TEST_F(StreamingConnectionTest, LimitsThePullsPerTurn) {
    source = std::make_shared<ScriptedStream>(std::deque<Pull>{{std::string(60'000, 'x'), kMore}});
    std::size_t size = 0;
    // The socket accepts everything, so that only the limit of pulls ends the first turn.
    connection.on_input(kEmptyPost, after(0));
    for (int turns = 0; turns < 3; ++turns) {
        size += sockets.received().size();
        connection.on_writable(after(0));
    }
    EXPECT_LT(size, 3'000'000U);
    EXPECT_GT(size, 0U);
}

TEST_F(StreamingConnectionTest, WritesEachEventSeparatelyIfConfigured) {
    options.writes_each_event = true;
    SocketPair packets(SOCK_SEQPACKET);
    ServerConnection apart(packets.ours(), options, handler, after(0));
    source = std::make_shared<ScriptedStream>(
        std::deque<Pull>{{"x", kMore}, {"y", kMore}, {"z", later(7)}});
    apart.on_input(kEmptyPost, after(0));
    EXPECT_THAT(packets.writes(), ElementsAre(kHead + "1\r\nx\r\n", "1\r\ny\r\n", "1\r\nz\r\n"));
    EXPECT_EQ(source->requested_size, 1U);
}

TEST_F(StreamingConnectionTest, LimitsThePullsPerTurnWhenItWritesEachEvent) {
    options.writes_each_event = true;
    stream({{"x", kMore}});
    EXPECT_EQ(source->pull_count, 64);
    EXPECT_EQ(connection.deadline(), after(0));
}

TEST_F(StreamingConnectionTest, DoesNotPullWhileTheClientDoesNotRead) {
    stream({{"", later(1)}, {std::string(60'000, 'x'), kMore}});
    connection.on_deadline(after(1));
    const int pull_count = source->pull_count;
    EXPECT_TRUE(connection.has_output());
    EXPECT_EQ(connection.deadline(), after(41));
    connection.on_wake(after(2));
    connection.on_writable(after(3));
    EXPECT_EQ(source->pull_count, pull_count);
    EXPECT_EQ(connection.deadline(), after(41));
}

TEST_F(StreamingConnectionTest, ClosesIfTheClientDoesNotRead) {
    stream({{std::string(60'000, 'x'), kMore}});
    connection.on_deadline(after(40));
    EXPECT_TRUE(sockets.is_input_shut());
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnectionTest, ContinuesWhenTheClientReads) {
    stream({{std::string(60'000, 'x'), kMore}});
    const int pull_count = source->pull_count;
    source->script = {{"end", kEnd}};
    std::string rest;
    for (int i = 0; i < 20 && !rest.ends_with("0\r\n\r\n"); ++i) {
        connection.on_writable(after(1));
        rest = sockets.received();
    }
    EXPECT_THAT(rest, EndsWith("3\r\nend\r\n0\r\n\r\n"));
    EXPECT_EQ(source->pull_count, pull_count + 1);
}

TEST_F(StreamingConnectionTest, EndsAStreamProperlyWhenTheServerFinishes) {
    stream({{"x", later(7)}});
    connection.finish(after(1));
    EXPECT_EQ(sockets.received(), "0\r\n\r\n");
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnectionTest, ReleasesItsStreamWhenItCloses) {
    stream({{"x", later(7)}});
    connection.close();
    EXPECT_EQ(source.use_count(), 1);
}

}  // namespace
}  // namespace plumbline::mock

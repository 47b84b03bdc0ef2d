#include "mock_server/transport/connection.hpp"
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

/// What a scripted stream gives at one pull.
struct Pull {
    std::string piece;
    Flow flow;
    bool is_raw = false;
};

/// Gives one pull after the other, and keeps giving the last.
struct ScriptedStream final : Stream {
    explicit ScriptedStream(std::deque<Pull> pulls) : script(std::move(pulls)) {}
    Flow pull(StreamBuffer& buffer, std::size_t enough, SteadyTime) override {
        ++pulled;
        asked_for = enough;
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
    int pulled = 0;
    std::size_t asked_for = 0;
};

constexpr Flow kEnd{Flow::Next::kEnd};
constexpr Flow kMore{Flow::Next::kMore};
constexpr Flow kCut{Flow::Next::kCut};
Flow later(int seconds_later) {
    return {Flow::Next::kLater, after(seconds_later)};
}

const std::string kEmptyPost = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
const std::string kOldPost = "POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n";
const std::string kHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

class StreamingConnection : public ::testing::Test {
  protected:
    std::string stream(std::deque<Pull> pulls, const std::string& request = kEmptyPost) {
        source = std::make_shared<ScriptedStream>(std::move(pulls));
        connection.on_input(request, after(0));
        connection.send_answers(after(0));
        return sockets.received();
    }
    std::string due_at(int seconds_later) {
        connection.on_deadline(after(seconds_later));
        return sockets.received();
    }

    ServerOptions options{.idle_deadline = seconds(60), .write_deadline = seconds(40)};
    std::shared_ptr<ScriptedStream> source;
    Handler handler = [this](const http::Request& request) -> Reply {
        if (request.method == "GET") return EmptyReply{};
        return StreamReply{200, {}, source};
    };
    int wakes = 0;
    SocketPair sockets;
    Connection connection{sockets.ours(), options, handler, after(0), [this] { ++wakes; }};
};

TEST_F(StreamingConnection, SendsEachPieceAsAChunkAndEndsTheBody) {
    EXPECT_EQ(stream({{"event: a\n\n", kMore}, {std::string(26, 'x'), kMore}, {"", kEnd}}),
              kHead + "a\r\nevent: a\n\n\r\n1a\r\n" + std::string(26, 'x') + "\r\n0\r\n\r\n");
    EXPECT_FALSE(sockets.has_ended());
}

TEST_F(StreamingConnection, SendsTheFirstEventBeforeItAsksForMore) {
    source =
        std::make_shared<ScriptedStream>(std::deque<Pull>{{"x", kMore}, {"y", kMore}, {"z", kEnd}});
    std::vector<std::size_t> asked_for;
    std::vector<std::string> gone_before;
    source->before_pull = [&] {
        asked_for.push_back(source->asked_for);
        gone_before.push_back(sockets.received());
    };
    connection.on_input(kEmptyPost, after(0));
    EXPECT_THAT(gone_before, ElementsAre("", kHead + "1\r\nx\r\n", "1\r\ny\r\n"));
    // One event, then as much as there is.
    EXPECT_THAT(asked_for, ElementsAre(1, Gt(1), Gt(1)));
}

TEST_F(StreamingConnection, TakesTheNextRequestBehindAStream) {
    const std::string answer =
        stream({{"x", kEnd}}, kEmptyPost + "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(answer, EndsWith("0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"));
}

TEST_F(StreamingConnection, WaitsUntilMoreIsDue) {
    EXPECT_EQ(stream({{"x", later(7)}, {"y", later(9)}, {"z", kEnd}}), kHead + "1\r\nx\r\n");
    EXPECT_EQ(connection.deadline(), after(7));
    EXPECT_FALSE(connection.has_output());
    EXPECT_EQ(due_at(7), "1\r\ny\r\n");
    EXPECT_EQ(connection.deadline(), after(9));
    EXPECT_EQ(due_at(9), "1\r\nz\r\n0\r\n\r\n");
}

TEST_F(StreamingConnection, PullsWhenItIsWoken) {
    stream({{"x", {Flow::Next::kLater}}, {"y", {Flow::Next::kLater}}});
    source->wake();
    EXPECT_EQ(wakes, 1);
    connection.on_wake(after(1));
    EXPECT_EQ(sockets.received(), "1\r\ny\r\n");
}

TEST_F(StreamingConnection, IsNotWokenWhereNothingStreams) {
    connection.on_wake(after(1));
    EXPECT_EQ(sockets.received(), "");
}

TEST_F(StreamingConnection, SendsWithoutChunksToAnOldClientAndCloses) {
    EXPECT_EQ(stream({{"x", kMore}, {"y", kEnd}}, kOldPost),
              "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nxy");
    EXPECT_TRUE(sockets.has_ended());
}

TEST_F(StreamingConnection, AnswersAHeadWithoutTheStream) {
    const std::string answer = stream({{"x", kEnd}}, "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(answer, kHead);
    EXPECT_EQ(source->pulled, 0);
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnection, ClosesWithoutALastChunkWhereAStreamIsCut) {
    EXPECT_EQ(stream({{"x", kCut}}), kHead + "1\r\nx\r\n");
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnection, SendsWhatAFaultBreaksAsItIs) {
    EXPECT_EQ(stream({{"zz\r\nx\r\n", kEnd, true}}), kHead + "zz\r\nx\r\n0\r\n\r\n");
}

TEST_F(StreamingConnection, LetsOthersHaveTheirTurn) {
    source = std::make_shared<ScriptedStream>(std::deque<Pull>{{std::string(60'000, 'x'), kMore}});
    std::size_t size = 0;
    // A socket that takes all of it, so that nothing but the turn ends the first run.
    connection.on_input(kEmptyPost, after(0));
    for (int turns = 0; turns < 3; ++turns) {
        size += sockets.received().size();
        connection.on_writable(after(0));
    }
    EXPECT_LT(size, 3'000'000U);
    EXPECT_GT(size, 0U);
}

TEST_F(StreamingConnection, WritesEachEventByItselfWhereItIsTold) {
    options.writes_each_event = true;
    SocketPair packets(SOCK_SEQPACKET);
    Connection apart(packets.ours(), options, handler, after(0));
    source = std::make_shared<ScriptedStream>(
        std::deque<Pull>{{"x", kMore}, {"y", kMore}, {"z", later(7)}});
    apart.on_input(kEmptyPost, after(0));
    EXPECT_THAT(packets.writes(), ElementsAre(kHead + "1\r\nx\r\n", "1\r\ny\r\n", "1\r\nz\r\n"));
    EXPECT_EQ(source->asked_for, 1U);
}

TEST_F(StreamingConnection, LetsOthersHaveTheirTurnAlsoWhereItWritesEachEvent) {
    options.writes_each_event = true;
    stream({{"x", kMore}});
    EXPECT_EQ(source->pulled, 64);
    EXPECT_EQ(connection.deadline(), after(0));
}

TEST_F(StreamingConnection, AsksForNothingWhileTheClientDoesNotRead) {
    stream({{"", later(1)}, {std::string(60'000, 'x'), kMore}});
    connection.on_deadline(after(1));
    const int pulled = source->pulled;
    EXPECT_TRUE(connection.has_output());
    EXPECT_EQ(connection.deadline(), after(41));
    connection.on_wake(after(2));
    connection.on_writable(after(3));
    EXPECT_EQ(source->pulled, pulled);
    EXPECT_EQ(connection.deadline(), after(41));
}

TEST_F(StreamingConnection, GivesUpAClientThatDoesNotRead) {
    stream({{std::string(60'000, 'x'), kMore}});
    connection.on_deadline(after(40));
    EXPECT_TRUE(sockets.is_input_shut());
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnection, GoesOnWhenTheClientReads) {
    stream({{std::string(60'000, 'x'), kMore}});
    const int pulled = source->pulled;
    source->script = {{"end", kEnd}};
    std::string rest;
    for (int i = 0; i < 20 && !rest.ends_with("0\r\n\r\n"); ++i) {
        connection.on_writable(after(1));
        rest = sockets.received();
    }
    EXPECT_THAT(rest, EndsWith("3\r\nend\r\n0\r\n\r\n"));
    EXPECT_EQ(source->pulled, pulled + 1);
}

TEST_F(StreamingConnection, EndsAStreamInGoodOrderWhenTheServerFinishes) {
    stream({{"x", later(7)}});
    connection.finish(after(1));
    EXPECT_EQ(sockets.received(), "0\r\n\r\n");
    EXPECT_TRUE(sockets.has_ended());
    EXPECT_EQ(source.use_count(), 1);
}

TEST_F(StreamingConnection, LetsGoOfItsStreamWhenItHangsUp) {
    stream({{"x", later(7)}});
    connection.hang_up();
    EXPECT_EQ(source.use_count(), 1);
}

}  // namespace
}  // namespace plumbline::mock

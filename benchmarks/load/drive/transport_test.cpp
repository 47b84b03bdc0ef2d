#include "benchmarks/load/drive/transport.hpp"

#include "benchmarks/load/drive/testing.hpp"
#include "conformance/client/scripted_server_fixture.hpp"

#include <gmock/gmock.h>

#include <deque>

namespace plumbline::load {
namespace {

using client::ScriptedServer;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

TEST(PreparingARequest, WritesItAsItGoesOverTheWire) {
    const http::Url base = *http::parse_url("http://127.0.0.1:81/api");
    const Prepared prepared = prepare(base, {"POST", "/runs/stream", {{"Accept", "*/*"}}, "{}"});
    EXPECT_EQ(prepared.bytes,
              "POST /api/runs/stream HTTP/1.1\r\nHost: 127.0.0.1:81\r\nAccept: */*\r\nUser-Agent: "
              "plumbline-load\r\n"
              "Content-Length: 2\r\n\r\n{}");
    EXPECT_EQ(prepared.request.target, "/api/runs/stream");
    EXPECT_THAT(prepare(base, {"GET", "/a", {}, ""}).bytes,
                ::testing::Not(HasSubstr("Content-Length")));
}

class APlainTransport : public ::testing::Test {
  protected:
    void serve(std::vector<ScriptedServer::Part> parts,
               ScriptedServer::Then then,
               TransportOptions options = {}) {
        server_.emplace(std::vector<ScriptedServer::Script>{{"GET /", std::move(parts), then}});
        open(server_->origin(), options);
    }
    void open(const std::string& origin, TransportOptions options = {}) {
        const http::Url base = *http::parse_url(origin);
        auto transport = make_transport(base, options, clock_);
        ASSERT_TRUE(transport) << to_text(transport.error());
        transport_ = std::move(*transport);
        request_ = prepare(base, {"GET", "/", {}, ""});
    }
    Answer& send() {
        answers_.emplace_back(AnswerRules{.is_stream = false}, recorder_);
        answers_.back().begin(clock_.now(), clock_.now(), nullptr);
        transport_->send(request_, answers_.back());
        return answers_.back();
    }
    /// Waits until so many answers are over, but not for ever.
    void wait_for(std::size_t count) {
        const Instant deadline = clock_.now() + seconds(10);
        while (over_ < count && clock_.now() < deadline) {
            transport_->run_until(clock_.now() + milliseconds(5), [&](Answer&) { ++over_; });
        }
        EXPECT_EQ(over_, count);
    }
    static void expect_failure(const Answer& answer, Failure failure, const char* why) {
        ASSERT_TRUE(answer.outcome().failure);
        EXPECT_EQ(to_text(*answer.outcome().failure), to_text(failure));
        EXPECT_THAT(answer.outcome().why, HasSubstr(why));
    }

    SystemClock clock_;
    Recorder recorder_{Instant(), seconds(1)};
    std::optional<ScriptedServer> server_;
    std::unique_ptr<Transport> transport_;
    Prepared request_;
    std::deque<Answer> answers_;
    std::size_t over_ = 0;
};

TEST_F(APlainTransport, BringsManyAnswersAtOnce) {
    serve({{"HTTP/1.1 200 OK\r\nContent-Le"}, {"ngth: 2\r\n\r\n{", milliseconds(1)}, {"}"}},
          ScriptedServer::Then::kHold);
    for (int i = 0; i < 50; ++i) send();
    wait_for(50);
    for (const Answer& answer : answers_) {
        EXPECT_FALSE(answer.outcome().failure) << answer.outcome().why;
        EXPECT_TRUE(answer.outcome().connect);
        EXPECT_EQ(answer.outcome().bytes, 2U);
    }
    EXPECT_GE(transport_->health().reads, 50U);
}

TEST_F(APlainTransport, TellsHowAConnectionEnds) {
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"}}, ScriptedServer::Then::kClose);
    send();
    wait_for(1);
    expect_failure(answers_.back(), Failure::kTruncated, "closed after 1 bytes");
    serve({{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"}}, ScriptedServer::Then::kReset);
    send();
    wait_for(2);
    expect_failure(answers_.back(), Failure::kTruncated, "closed after");
}

TEST_F(APlainTransport, TellsThatNobodyListens) {
    {
        const ScriptedServer gone({});
        open(gone.origin());
    }
    send();
    wait_for(1);
    expect_failure(answers_.back(), Failure::kConnect, "no connection: Connection refused");
}

TEST_F(APlainTransport, LeavesAnAnswerWithoutAWord) {
    serve({{"HTTP/1.1 200 OK\r\n\r\n"}}, ScriptedServer::Then::kHold);
    Answer& answer = send();
    server_->wait_for_requests(0);
    transport_->leave(answer);
    transport_->run_until(clock_.now() + milliseconds(5), [&](Answer&) { ++over_; });
    EXPECT_EQ(over_, 0U);
}

TEST_F(APlainTransport, SaysThatAHostHasNoAddress) {
    const auto transport = make_transport(*http::parse_url("http://nowhere.invalid"), {}, clock_);
    ASSERT_FALSE(transport);
    EXPECT_EQ(transport.error().code, ErrorCode::kUnreachable);
    EXPECT_THAT(transport.error().message, HasSubstr("nowhere.invalid has no address"));
}

}  // namespace
}  // namespace plumbline::load

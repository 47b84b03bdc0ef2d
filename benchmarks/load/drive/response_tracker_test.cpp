#include "benchmarks/load/drive/response_tracker.hpp"

#include "benchmarks/load/drive/testing.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;
using ResponseProgress = ResponseTracker::ResponseProgress;

class ResponseTrackerTest : public ::testing::Test {
  protected:
    /// Feeds pieces, one each millisecond from 11 ms on; the request was due at 0 ms and sent at 10
    /// ms.
    ResponseProgress feed(const std::vector<std::string>& pieces,
                          ResponseTrackerOptions options = {}) {
        tracker_ = std::make_unique<ResponseTracker>(options, recorder_);
        tracker_->begin(at_ms(0), at_ms(10), std::move(inspector_));
        ResponseProgress progress = ResponseProgress::kIncomplete;
        ms_ = 10;
        for (const std::string& piece : pieces) progress = tracker_->feed(piece, at_ms(++ms_));
        return progress;
    }
    const RequestOutcome& outcome() { return tracker_->outcome(); }
    void expect_failure(FailureClass failure, std::string_view reason) {
        ASSERT_TRUE(outcome().failure);
        EXPECT_EQ(to_text(*outcome().failure), to_text(failure));
        EXPECT_THAT(outcome().failure_reason, HasSubstr(std::string(reason)));
    }

    LevelRecorder recorder_{at_ms(0), std::chrono::seconds(10)};
    std::unique_ptr<Inspector> inspector_;
    std::unique_ptr<ResponseTracker> tracker_;
    std::int64_t ms_ = 0;
};

TEST_F(ResponseTrackerTest, MasksSecretsBeforeItCutsAnExcerpt) {
    const std::string data = "\"" + std::string(110, 'x') + " secret-key-0123456789\"";
    feed({kStreamHead, chunk(event("error", data))}, {.mask = [](std::string_view text) {
             std::string masked(text);
             const std::string secret = "secret-key-0123456789";
             const std::size_t at = masked.find(secret);
             if (at != std::string::npos) masked.replace(at, secret.size(), "***");
             return masked;
         }});
    expect_failure(FailureClass::kErrorEvent, "x ***");
    EXPECT_THAT(outcome().failure_reason, ::testing::Not(HasSubstr("secret")));
}

TEST_F(ResponseTrackerTest, RecordsTimesAndCounts) {
    EXPECT_EQ(feed({"HTTP/1.1 200 OK\r\n",
                    "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n",
                    chunk(first_event()),
                    chunk(token("")),
                    chunk(token("a")),
                    chunk(token("b") + token("c")),
                    kLastChunk}),
              ResponseProgress::kComplete);
    EXPECT_FALSE(outcome().failure) << outcome().failure_reason;
    EXPECT_EQ(outcome().intended, at_ms(0));
    EXPECT_EQ(outcome().sent, at_ms(10));
    EXPECT_EQ(outcome().first_byte, at_ms(11));
    EXPECT_EQ(outcome().first_chunk, at_ms(13));
    EXPECT_EQ(outcome().first_token, at_ms(15));
    EXPECT_EQ(outcome().last_token, at_ms(16));
    EXPECT_EQ(outcome().ended, at_ms(17));
    EXPECT_EQ(outcome().events, 5U);
    EXPECT_EQ(recorder_.level().counts.tokens, 3U) << "without the empty message before them";
    EXPECT_EQ(outcome().tokens, 3U);
    EXPECT_EQ(outcome().stall, std::chrono::milliseconds(1));
    const Level level = recorder_.level();
    EXPECT_EQ(level.counts.events, 5U);
    EXPECT_EQ(level.counts.gaps_of_zero, 1U);
    EXPECT_EQ(level.metrics[Metric::kGap].count(), 4U);
    EXPECT_EQ(level.metrics[Metric::kEventBytes].max(),
              static_cast<std::int64_t>(first_event().size()));
}

TEST_F(ResponseTrackerTest, ReturnsTheSameResultForEverySplitOfTheBytes) {
    const std::string all =
        kStreamHead + chunk(first_event() + token("a")) + chunk(token("b")) + kLastChunk;
    for (std::size_t size = 1; size <= all.size(); ++size) {
        std::vector<std::string> pieces;
        for (std::size_t at = 0; at < all.size(); at += size)
            pieces.push_back(all.substr(at, size));
        EXPECT_EQ(feed(pieces), ResponseProgress::kComplete) << size;
        EXPECT_FALSE(outcome().failure) << size << ": " << outcome().failure_reason;
        EXPECT_EQ(outcome().events, 3U) << size;
        EXPECT_EQ(outcome().tokens, 2U) << size;
        EXPECT_EQ(outcome().bytes, all.size() - kStreamHead.size()) << size;
    }
}

TEST_F(ResponseTrackerTest, FindsTheFirstTokenInBothFormsOfThePair) {
    const std::string in_data = event("message", R"(["messages",[{"content":"a"},{}]])");
    feed({kStreamHead, chunk(first_event()), chunk(in_data), kLastChunk});
    EXPECT_EQ(outcome().first_token, at_ms(13));
    feed({kStreamHead,
          chunk(first_event()),
          chunk(event("messages|inner", R"([{"content":"a"},{}])")),
          kLastChunk});
    EXPECT_EQ(outcome().first_token, at_ms(13));
    feed({kStreamHead,
          chunk(first_event()),
          chunk(event("values", R"({"content":"a"})")),
          kLastChunk});
    EXPECT_FALSE(outcome().first_token);
}

TEST_F(ResponseTrackerTest, AcceptsAContentLengthOrTheEndOfTheConnection) {
    const ResponseTrackerOptions call{.is_stream = false};
    EXPECT_EQ(feed({"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{", "}  "}, call),
              ResponseProgress::kComplete);
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().bytes, 4U);
    EXPECT_EQ(feed({"HTTP/1.1 204 No Content\r\n\r\n"}, call), ResponseProgress::kComplete);
    EXPECT_EQ(feed({"HTTP/1.1 200 OK\r\n\r\n", "{}"}, call), ResponseProgress::kIncomplete);
    tracker_->on_closed(at_ms(20));
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().ended, at_ms(20));
    EXPECT_EQ(feed({"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1"}, call),
              ResponseProgress::kCloseConnection);
    EXPECT_FALSE(outcome().failure);
}

TEST_F(ResponseTrackerTest, SkipsInformationalResponses) {
    EXPECT_EQ(feed({"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + kStreamHead,
                    chunk(first_event()) + kLastChunk}),
              ResponseProgress::kComplete);
    EXPECT_FALSE(outcome().failure) << outcome().failure_reason;
}

TEST_F(ResponseTrackerTest, EndsAStreamAtItsLimitsWithoutAFailure) {
    EXPECT_EQ(
        feed({kStreamHead, chunk(first_event() + token("a") + token("b"))}, {.max_events = 2}),
        ResponseProgress::kCloseConnection);
    EXPECT_TRUE(outcome().is_bounded);
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().events, 2U);
    feed({kStreamHead, chunk(first_event())});
    tracker_->on_timeout(at_ms(50));
    EXPECT_TRUE(outcome().is_bounded);
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().ended, at_ms(50));
}

TEST_F(ResponseTrackerTest, FailsAtTheTimeLimitWithoutAnEvent) {
    feed({});
    tracker_->on_timeout(at_ms(50));
    expect_failure(FailureClass::kTimeout, "no response before the time limit");
    feed({kStreamHead});
    tracker_->on_timeout(at_ms(50));
    expect_failure(FailureClass::kTimeout, "incomplete at the time limit");
}

TEST_F(ResponseTrackerTest, FailsIfTheConnectionClosesEarly) {
    feed({kStreamHead, chunk(first_event())});
    tracker_->on_closed(at_ms(20));
    expect_failure(FailureClass::kTruncated, "closed after");
    feed({"HTTP/1.1 200"});
    tracker_->on_closed(at_ms(20));
    expect_failure(FailureClass::kTruncated, "within the head");
    feed({"HT"});
    tracker_->on_closed(at_ms(20));
    expect_failure(FailureClass::kTruncated, "within the head");
    feed({"{\"a\": 1}"});
    tracker_->on_closed(at_ms(20));
    expect_failure(FailureClass::kFraming,
                   "expected the status line of HTTP/1.1, found the line \"{");
    feed({});
    tracker_->on_closed(at_ms(20));
    expect_failure(FailureClass::kConnect, "closed without a response");
}

struct InvalidResponseCase {
    const char* name;
    std::vector<std::string> pieces;
    FailureClass failure;
    const char* reason;
};

class InvalidResponse : public ResponseTrackerTest,
                        public ::testing::WithParamInterface<InvalidResponseCase> {};

TEST_P(InvalidResponse, FailsWithItsReason) {
    EXPECT_EQ(feed(GetParam().pieces, {.json_sample = 1}), ResponseProgress::kCloseConnection);
    expect_failure(GetParam().failure, GetParam().reason);
}

const std::string kLengthHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ";

INSTANTIATE_TEST_SUITE_P(
    Table,
    InvalidResponse,
    ::testing::Values(
        InvalidResponseCase{
            "status", {"HTTP/1.1 500 Oops\r\n\r\n"}, FailureClass::kStatus, "status 500"},
        InvalidResponseCase{"type",
                            {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"},
                            FailureClass::kContentType,
                            "\"text/html\""},
        InvalidResponseCase{
            "no_http", {"SSH-2.0-sample\r\n"}, FailureClass::kFraming, "found the line \"SSH-2.0"},
        InvalidResponseCase{"endless_head",
                            {"HTTP/1.1 200 OK\r\nA: " + std::string(70'000, 'a')},
                            FailureClass::kFraming,
                            "longer than 65536"},
        InvalidResponseCase{"bad_length",
                            {kLengthHead + "4x\r\n\r\n"},
                            FailureClass::kFraming,
                            "found Content-Length 4x"},
        InvalidResponseCase{"two_lengths",
                            {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n"},
                            FailureClass::kFraming,
                            "found Content-Length 2 and 2"},
        InvalidResponseCase{"length_beside_coding",
                            {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: "
                             "chunked\r\n\r\n"},
                            FailureClass::kFraming,
                            "expected no Content-Length beside Transfer-Encoding"},
        InvalidResponseCase{"no_colon",
                            {"HTTP/1.1 200 OK\r\nContent-Type text/event-stream\r\n\r\n"},
                            FailureClass::kFraming,
                            "found the line \"Content-Type text"},
        InvalidResponseCase{"bare_line_ends",
                            {"HTTP/1.1 200 OK\nContent-Length: 2\n\n{}"},
                            FailureClass::kFraming,
                            "expected CRLF"},
        InvalidResponseCase{"version_0_9",
                            {"HTTP/0.9 200 OK\r\n\r\n"},
                            FailureClass::kFraming,
                            "expected HTTP/1.1, found HTTP/0.9 200 OK"},
        InvalidResponseCase{"status_99",
                            {"HTTP/1.1 99 Low\r\n\r\n"},
                            FailureClass::kFraming,
                            "found the line \"HTTP/1.1 99 Low\""},
        InvalidResponseCase{"status_099",
                            {"HTTP/1.1 099 Low\r\n\r\n"},
                            FailureClass::kFraming,
                            "found the line \"HTTP/1.1 099 Low\""},
        InvalidResponseCase{"second_head",
                            {"HTTP/1.1 100 Continue\r\n\r\nrubbish\r\n"},
                            FailureClass::kFraming,
                            "found the line \"rubbish\""},
        InvalidResponseCase{"beyond_length",
                            {kLengthHead + "4\r\n\r\n12345"},
                            FailureClass::kFraming,
                            "1 bytes more"},
        InvalidResponseCase{
            "bad_chunk", {kStreamHead, "zz\r\n"}, FailureClass::kFraming, "chunk_size at byte 0"},
        InvalidResponseCase{"after_end",
                            {kStreamHead, chunk(first_event()) + kLastChunk + "x"},
                            FailureClass::kFraming,
                            "after_end"},
        InvalidResponseCase{"open_event",
                            {kStreamHead, chunk("data: 1\n") + kLastChunk},
                            FailureClass::kFraming,
                            "is unterminated"},
        InvalidResponseCase{
            "no_event", {kStreamHead, kLastChunk}, FailureClass::kContract, "without an event"},
        InvalidResponseCase{
            "no_json", {kStreamHead, chunk(event("values", "{"))}, FailureClass::kJson, "event 1"},
        InvalidResponseCase{"error_event",
                            {kStreamHead, chunk(event("error", "\"no\""))},
                            FailureClass::kErrorEvent,
                            "reported an error"}),
    [](const auto& one) { return one.param.name; });

TEST_F(ResponseTrackerTest, ParsesASampleOfTheEventsAsJson) {
    std::vector<std::string> pieces{kStreamHead, chunk(first_event())};
    for (int i = 0; i < 9; ++i) pieces.push_back(chunk(token("a")));
    pieces.push_back(kLastChunk);
    feed(pieces, {.json_sample = 0.5});
    EXPECT_EQ(recorder_.level().counts.json_checked, 5U);
}

class FakeInspector final : public Inspector {
  public:
    FakeInspector(std::string problem, std::string& seen)
        : problem_(std::move(problem)), seen_(seen) {}
    void begin(Instant) override { seen_ += "begin "; }
    void take_head_line(std::string_view line) override {
        seen_ += line.substr(0, line.find('\r'));
    }
    void take_bytes(std::string_view bytes, Instant) override { seen_ += bytes; }
    std::string finish(bool whole) override {
        seen_ += whole ? " whole" : " left";
        return problem_;
    }

  private:
    std::string problem_;
    std::string& seen_;
};

TEST_F(ResponseTrackerTest, ChecksTheContractAtTheEnd) {
    std::string seen;
    inspector_ = std::make_unique<FakeInspector>("", seen);
    feed({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}, {.is_stream = false});
    EXPECT_EQ(seen, "begin HTTP/1.1 200 OKContent-Length: 2{} whole");
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(recorder_.level().counts.contract_checked, 1U);
    inspector_ = std::make_unique<FakeInspector>("not as it should be", seen);
    feed({kStreamHead, chunk(first_event() + token("a"))}, {.max_events = 1});
    EXPECT_THAT(seen, ::testing::EndsWith(" left"));
    expect_failure(FailureClass::kContract, "not as it should be");
}

TEST_F(ResponseTrackerTest, CanBeReused) {
    feed({kStreamHead, chunk(event("error", "1"))});
    tracker_->begin(at_ms(100), at_ms(100), nullptr);
    EXPECT_EQ(tracker_->feed(kStreamHead + chunk(first_event()) + kLastChunk, at_ms(101)),
              ResponseProgress::kComplete);
    EXPECT_FALSE(outcome().failure) << outcome().failure_reason;
    EXPECT_EQ(outcome().events, 1U);
    EXPECT_EQ(outcome().stall, Duration(0));
}

}  // namespace
}  // namespace plumbline::load

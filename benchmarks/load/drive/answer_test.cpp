#include "benchmarks/load/drive/answer.hpp"

#include "benchmarks/load/drive/testing.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;
using Progress = Answer::Progress;

class AnAnswer : public ::testing::Test {
  protected:
    /// Takes pieces, one each millisecond from 11 ms on; the request was due at 0 and sent at 10
    /// ms.
    Progress take(const std::vector<std::string>& pieces, AnswerRules rules = {}) {
        answer_ = std::make_unique<Answer>(rules, recorder_);
        answer_->begin(at_ms(0), at_ms(10), std::move(inspector_));
        Progress progress = Progress::kGoesOn;
        ms_ = 10;
        for (const std::string& piece : pieces) progress = answer_->take(piece, at_ms(++ms_));
        return progress;
    }
    const Outcome& outcome() { return answer_->outcome(); }
    void expect_failure(Failure failure, std::string_view why) {
        ASSERT_TRUE(outcome().failure);
        EXPECT_EQ(to_text(*outcome().failure), to_text(failure));
        EXPECT_THAT(outcome().why, HasSubstr(std::string(why)));
    }

    Recorder recorder_{at_ms(0), std::chrono::seconds(10)};
    std::unique_ptr<Inspector> inspector_;
    std::unique_ptr<Answer> answer_;
    std::int64_t ms_ = 0;
};

TEST_F(AnAnswer, NotesWhenWhatCame) {
    EXPECT_EQ(take({"HTTP/1.1 200 OK\r\n",
                    "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n",
                    chunk(first_event()),
                    chunk(token("")),
                    chunk(token("a")),
                    chunk(token("b") + token("c")),
                    kLastChunk}),
              Progress::kEnded);
    EXPECT_FALSE(outcome().failure) << outcome().why;
    EXPECT_EQ(outcome().intended, at_ms(0));
    EXPECT_EQ(outcome().sent, at_ms(10));
    EXPECT_EQ(outcome().head, at_ms(11));
    EXPECT_EQ(outcome().first_chunk, at_ms(13));
    EXPECT_EQ(outcome().first_token, at_ms(15));
    EXPECT_EQ(outcome().last_token, at_ms(16));
    EXPECT_EQ(outcome().ended, at_ms(17));
    EXPECT_EQ(outcome().events, 5U);
    EXPECT_EQ(outcome().tokens, 3U);
    EXPECT_EQ(outcome().stall, std::chrono::milliseconds(1));
    const Level level = recorder_.level();
    EXPECT_EQ(level.counts.events, 5U);
    EXPECT_EQ(level.counts.gaps_of_zero, 1U);
    EXPECT_EQ(level.metrics[Metric::kGap].count(), 4U);
    EXPECT_EQ(level.metrics[Metric::kEventBytes].max(),
              static_cast<std::int64_t>(first_event().size()));
}

TEST_F(AnAnswer, IsTheSameHoweverItsBytesAreCut) {
    const std::string all =
        kStreamHead + chunk(first_event() + token("a")) + chunk(token("b")) + kLastChunk;
    for (std::size_t size = 1; size <= all.size(); ++size) {
        std::vector<std::string> pieces;
        for (std::size_t at = 0; at < all.size(); at += size)
            pieces.push_back(all.substr(at, size));
        EXPECT_EQ(take(pieces), Progress::kEnded) << size;
        EXPECT_FALSE(outcome().failure) << size << ": " << outcome().why;
        EXPECT_EQ(outcome().events, 3U) << size;
        EXPECT_EQ(outcome().tokens, 2U) << size;
        EXPECT_EQ(outcome().bytes, all.size() - kStreamHead.size()) << size;
    }
}

TEST_F(AnAnswer, FindsTheFirstTokenInEitherReadingOfThePair) {
    const std::string in_data = event("message", R"(["messages",[{"content":"a"},{}]])");
    take({kStreamHead, chunk(first_event()), chunk(in_data), kLastChunk});
    EXPECT_EQ(outcome().first_token, at_ms(13));
    take({kStreamHead,
          chunk(first_event()),
          chunk(event("messages|inner", R"([{"content":"a"},{}])")),
          kLastChunk});
    EXPECT_EQ(outcome().first_token, at_ms(13));
    take({kStreamHead,
          chunk(first_event()),
          chunk(event("values", R"({"content":"a"})")),
          kLastChunk});
    EXPECT_FALSE(outcome().first_token);
}

TEST_F(AnAnswer, MayHaveALengthOrEndWithTheConnection) {
    const AnswerRules call{.is_stream = false};
    EXPECT_EQ(take({"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{", "}  "}, call),
              Progress::kEnded);
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().bytes, 4U);
    EXPECT_EQ(take({"HTTP/1.1 204 No Content\r\n\r\n"}, call), Progress::kEnded);
    EXPECT_EQ(take({"HTTP/1.1 200 OK\r\n\r\n", "{}"}, call), Progress::kGoesOn);
    answer_->closed(at_ms(20));
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().ended, at_ms(20));
    EXPECT_EQ(take({"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1"}, call),
              Progress::kClosing);
    EXPECT_FALSE(outcome().failure);
}

TEST_F(AnAnswer, PassesOverWhatIsSaidBeforeItsHead) {
    EXPECT_EQ(take({"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + kStreamHead,
                    chunk(first_event()) + kLastChunk}),
              Progress::kEnded);
    EXPECT_FALSE(outcome().failure) << outcome().why;
}

TEST_F(AnAnswer, IsLeftInOrderAtItsBounds) {
    EXPECT_EQ(
        take({kStreamHead, chunk(first_event() + token("a") + token("b"))}, {.max_events = 2}),
        Progress::kClosing);
    EXPECT_TRUE(outcome().is_bounded);
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().events, 2U);
    take({kStreamHead, chunk(first_event())});
    answer_->out_of_time(at_ms(50));
    EXPECT_TRUE(outcome().is_bounded);
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(outcome().ended, at_ms(50));
}

TEST_F(AnAnswer, ThatNeverBeginsIsOutOfTime) {
    take({});
    answer_->out_of_time(at_ms(50));
    expect_failure(Failure::kTimeout, "no answer in time");
    take({kStreamHead});
    answer_->out_of_time(at_ms(50));
    expect_failure(Failure::kTimeout, "no end in time");
}

TEST_F(AnAnswer, ThatTheConnectionCutsShortIsTruncated) {
    take({kStreamHead, chunk(first_event())});
    answer_->closed(at_ms(20));
    expect_failure(Failure::kTruncated, "closed after");
    take({"HTTP/1.1 200"});
    answer_->closed(at_ms(20));
    expect_failure(Failure::kTruncated, "within the head");
    take({});
    answer_->closed(at_ms(20));
    expect_failure(Failure::kConnect, "closed without an answer");
}

struct Broken {
    const char* name;
    std::vector<std::string> pieces;
    Failure failure;
    const char* why;
};

class ABrokenAnswer : public AnAnswer, public ::testing::WithParamInterface<Broken> {};

TEST_P(ABrokenAnswer, FailsForWhatIsBroken) {
    EXPECT_EQ(take(GetParam().pieces, {.json_sample = 1}), Progress::kClosing);
    expect_failure(GetParam().failure, GetParam().why);
}

const std::string kLengthHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ";

INSTANTIATE_TEST_SUITE_P(
    OfManyKinds,
    ABrokenAnswer,
    ::testing::Values(
        Broken{"status", {"HTTP/1.1 500 Oops\r\n\r\n"}, Failure::kStatus, "status 500"},
        Broken{"type",
               {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"},
               Failure::kContentType,
               "\"text/html\""},
        Broken{"no_http", {"SSH-2.0-sample\r\n"}, Failure::kFraming, "begins with \"SSH-2.0"},
        Broken{"endless_head",
               {"HTTP/1.1 200 OK\r\nA: " + std::string(70'000, 'a')},
               Failure::kFraming,
               "longer than 65536"},
        Broken{"bad_length",
               {kLengthHead + "4x\r\n\r\n"},
               Failure::kFraming,
               "Content-Length is \"4x\""},
        Broken{
            "beyond_length", {kLengthHead + "4\r\n\r\n12345"}, Failure::kFraming, "1 bytes more"},
        Broken{"bad_chunk", {kStreamHead, "zz\r\n"}, Failure::kFraming, "chunk_size at byte 0"},
        Broken{"after_end",
               {kStreamHead, chunk(first_event()) + kLastChunk + "x"},
               Failure::kFraming,
               "after_end"},
        Broken{"open_event",
               {kStreamHead, chunk("data: 1\n") + kLastChunk},
               Failure::kFraming,
               "has no end"},
        Broken{"no_event", {kStreamHead, kLastChunk}, Failure::kContract, "without an event"},
        Broken{"no_json", {kStreamHead, chunk(event("values", "{"))}, Failure::kJson, "event 1"},
        Broken{"told_error",
               {kStreamHead, chunk(event("error", "\"no\""))},
               Failure::kErrorEvent,
               "told of an error"}),
    [](const auto& one) { return one.param.name; });

TEST_F(AnAnswer, IsReadAsJsonBySample) {
    std::vector<std::string> pieces{kStreamHead, chunk(first_event())};
    for (int i = 0; i < 9; ++i) pieces.push_back(chunk(token("a")));
    pieces.push_back(kLastChunk);
    take(pieces, {.json_sample = 0.5});
    EXPECT_EQ(recorder_.level().counts.json_checked, 5U);
}

class ToldInspector final : public Inspector {
  public:
    ToldInspector(std::string problem, std::string& seen)
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

TEST_F(AnAnswer, IsJudgedByTheContractAtItsEnd) {
    std::string seen;
    inspector_ = std::make_unique<ToldInspector>("", seen);
    take({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"}, {.is_stream = false});
    EXPECT_EQ(seen, "begin HTTP/1.1 200 OKContent-Length: 2{} whole");
    EXPECT_FALSE(outcome().failure);
    EXPECT_EQ(recorder_.level().counts.contract_checked, 1U);
    inspector_ = std::make_unique<ToldInspector>("not as it should be", seen);
    take({kStreamHead, chunk(first_event() + token("a"))}, {.max_events = 1});
    EXPECT_THAT(seen, ::testing::EndsWith(" left"));
    expect_failure(Failure::kContract, "not as it should be");
}

TEST_F(AnAnswer, CanBeUsedAgain) {
    take({kStreamHead, chunk(event("error", "1"))});
    answer_->begin(at_ms(100), at_ms(100), nullptr);
    EXPECT_EQ(answer_->take(kStreamHead + chunk(first_event()) + kLastChunk, at_ms(101)),
              Progress::kEnded);
    EXPECT_FALSE(outcome().failure) << outcome().why;
    EXPECT_EQ(outcome().events, 1U);
    EXPECT_EQ(outcome().stall, Duration(0));
}

}  // namespace
}  // namespace plumbline::load

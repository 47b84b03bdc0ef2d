#include "benchmarks/load/drive/drive_level.hpp"

#include "benchmarks/load/drive/testing.hpp"
#include "benchmarks/load/drive/verdict.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <map>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Returns a stream of three events that takes the given time.
std::vector<DelayedBytes> stream(milliseconds takes) {
    return {{milliseconds(1), kStreamHead + chunk(first_event())},
            {takes / 2, chunk(token("a"))},
            {takes, chunk(token("b")) + kLastChunk}};
}

/// Returns a stream with an event every half second.
std::vector<DelayedBytes> steady_stream(milliseconds takes) {
    std::vector<DelayedBytes> parts{{milliseconds(1), kStreamHead + chunk(first_event())}};
    for (milliseconds at{500}; at < takes; at += milliseconds(500))
        parts.push_back({at, chunk(token("a"))});
    parts.push_back({takes, kLastChunk});
    return parts;
}

class DriveLevelTest : public ::testing::Test {
  protected:
    Level drive(const LevelPlan& plan, FakeTransport::ResponseScript script) {
        transport_.emplace(clock_, std::move(script));
        LevelEnvironment environment{*transport_, clock_, requests_};
        environment.is_interrupted = &stop_;
        environment.server_header = &server_;
        return drive_level(plan, environment);
    }
    static LevelPlan closed(std::uint64_t streams) {
        LevelPlan plan;
        plan.streams = streams;
        plan.window = seconds(10);
        plan.drain = seconds(1);
        plan.max_duration = seconds(60);
        return plan;
    }
    static LevelPlan open(double rate) {
        LevelPlan plan = closed(0);
        plan.rate = rate;
        return plan;
    }
    static std::vector<SerializedRequest> three_requests() {
        std::vector<SerializedRequest> requests(3);
        for (std::size_t i = 0; i < requests.size(); ++i)
            requests[i].request.target = "/" + std::to_string(i);
        return requests;
    }

    ManualClock clock_{at_ms(1'000)};
    std::vector<SerializedRequest> requests_ = three_requests();
    std::optional<FakeTransport> transport_;
    std::atomic<bool> stop_{false};
    std::string server_;
};

TEST_F(DriveLevelTest, KeepsAClosedLoopFull) {
    const Level level = drive(closed(4), [](std::uint64_t) { return stream(milliseconds(100)); });
    EXPECT_EQ(level.counts.attempted, 400U);
    EXPECT_EQ(level.counts.completed, 400U);
    EXPECT_EQ(level.in_flight_peak, 4U);
    EXPECT_NEAR(level.in_flight_mean, 4, 0.01);
    EXPECT_NEAR(level.achieved, 40, 0.5);
    EXPECT_EQ(level.target, 4);
    EXPECT_EQ(level.counts.events, 1'196U)
        << "the last events of four streams arrive as the window ends";
    EXPECT_EQ(level.metrics[Metric::kDuration].max(), ns(milliseconds(100)));
    EXPECT_EQ(level.verdict, "ok");
    EXPECT_EQ(server_, "sample");
}

TEST_F(DriveLevelTest, RecordsTheTimeOfTheWindowAndOfTheServersClock) {
    transport_.emplace(clock_, [](std::uint64_t) -> std::vector<DelayedBytes> {
        return {{milliseconds(100),
                 "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:02:00 GMT\r\nContent-Type: "
                 "text/event-stream\r\nContent-Length: 0\r\n\r\n"}};
    });
    LevelEnvironment environment{*transport_, clock_, requests_};
    std::optional<ClockSample> sample;
    environment.clock_sample = &sample;
    LevelPlan plan = closed(1);
    plan.warmup = seconds(2);
    const Level level = drive_level(plan, environment);
    EXPECT_EQ(level.window_began, "1970-01-01T00:00:03.000000Z");
    EXPECT_EQ(sample,
              (ClockSample{"1970-01-01T00:00:01.000000Z",
                           "1970-01-01T00:00:01.100000Z",
                           "1970-01-01T00:02:00.000000Z"}));
}

TEST_F(DriveLevelTest, ChoosesARequestOfTheRowOfEachSlot) {
    transport_.emplace(clock_, [](std::uint64_t) { return stream(milliseconds(10)); });
    const std::vector<SerializedRequest> requests = [] {
        std::vector<SerializedRequest> rows(4);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].request.target =
                i < 2 ? "/a" + std::to_string(i) : "/b" + std::to_string(i - 2);
        return rows;
    }();
    LevelEnvironment environment{*transport_, clock_, requests};
    environment.weights = {3, 1};
    const Level level = drive_level(closed(2), environment);
    std::map<std::string, double> counts;
    for (const std::string& target : transport_->requests) ++counts[target];
    const auto sent = static_cast<double>(level.counts.attempted);
    EXPECT_NEAR(counts["/a0"] / sent, 0.375, 0.05);
    EXPECT_NEAR(counts["/a1"] / sent, 0.125, 0.05);
    EXPECT_NEAR(counts["/b0"] / sent, 0.375, 0.05);
    EXPECT_NEAR(counts["/b1"] / sent, 0.125, 0.05);
}

TEST_F(DriveLevelTest, ReportsTheOutcomeOfEachRequest) {
    transport_.emplace(clock_, [](std::uint64_t) { return stream(milliseconds(700)); });
    LevelEnvironment environment{*transport_, clock_, requests_};
    std::vector<std::pair<Duration, bool>> outcomes;
    environment.on_outcome = [&](const RequestOutcome& outcome, bool is_incomplete) {
        outcomes.emplace_back(outcome.ended - outcome.intended, is_incomplete);
    };
    LevelPlan plan = closed(1);
    plan.window = seconds(1);
    plan.drain = milliseconds(300);
    (void)drive_level(plan, environment);
    EXPECT_THAT(outcomes,
                ::testing::ElementsAre(std::pair(milliseconds(700), false),
                                       std::pair(milliseconds(600), true)));
}

TEST_F(DriveLevelTest, LetsUsersThink) {
    LevelPlan plan = closed(100);
    plan.think_time = milliseconds(900);
    plan.window = seconds(60);
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(100)); });
    // A tenth of the time of each user is a request: Little's law.
    EXPECT_NEAR(level.in_flight_mean, 10, 1);
    EXPECT_NEAR(static_cast<double>(level.counts.attempted), 6'000, 400);
    EXPECT_EQ(level.target, 100);
}

TEST_F(DriveLevelTest, GivesUsersAnotherRowAfterTheirTurns) {
    LevelPlan plan = closed(1);
    plan.window = seconds(1);
    plan.turns = 2;
    (void)drive(plan, [](std::uint64_t) { return stream(milliseconds(130)); });
    EXPECT_THAT(transport_->requests,
                ::testing::ElementsAre("/0", "/0", "/1", "/1", "/2", "/2", "/0", "/0"));
}

TEST_F(DriveLevelTest, FollowsTheStagesOfAnOpenLoop) {
    LevelPlan plan = open(7.5);
    plan.stages = {{seconds(5), 10}, {seconds(5), 10}};
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(10)); });
    EXPECT_EQ(level.counts.attempted, 75U);
    EXPECT_EQ(level.counts.completed, 75U);
    EXPECT_EQ(level.verdict, "ok");
}

TEST_F(DriveLevelTest, FollowsTheStagesOfAClosedLoop) {
    LevelPlan plan = closed(4);
    plan.stages = {{seconds(0), 4}, {seconds(5), 4}, {seconds(0), 1}, {seconds(5), 1}};
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(100)); });
    EXPECT_EQ(level.in_flight_peak, 4U);
    EXPECT_NEAR(level.in_flight_mean, 2.5, 0.05);
    EXPECT_NEAR(static_cast<double>(level.counts.completed), 250, 4);
}

TEST_F(DriveLevelTest, SendsTheRequestOfEachSlot) {
    drive(closed(3), [](std::uint64_t) { return stream(milliseconds(5'000)); });
    EXPECT_THAT(transport_->requests,
                ::testing::ElementsAre("/0", "/1", "/2", ::testing::_, ::testing::_, ::testing::_));
    EXPECT_THAT((std::vector(transport_->requests.begin() + 3, transport_->requests.end())),
                ::testing::UnorderedElementsAre("/0", "/1", "/2"));
}

TEST_F(DriveLevelTest, ExcludesTheWarmUpAndContinuesWithoutAPause) {
    LevelPlan plan = closed(4);
    plan.warmup = seconds(2);
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(100)); });
    EXPECT_NEAR(static_cast<double>(level.counts.attempted), 400, 4);
    EXPECT_NEAR(level.in_flight_mean, 4, 0.01);
}

TEST_F(DriveLevelTest, CountsRequestsThatTheDrainCutsOffSeparately) {
    LevelPlan plan = closed(2);
    plan.window = seconds(1);
    plan.drain = milliseconds(300);
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(700)); });
    EXPECT_EQ(level.counts.attempted, 4U) << "two at 0 ms, two at 700 ms";
    EXPECT_EQ(level.counts.completed, 2U);
    EXPECT_EQ(level.counts.incomplete, 2U);
    EXPECT_EQ(level.counts.failures(), 0U);
}

TEST_F(DriveLevelTest, SendsOnScheduleInAnOpenLoop) {
    const Level level = drive(open(100), [](std::uint64_t) { return stream(milliseconds(1'500)); });
    EXPECT_EQ(level.counts.attempted, 1'000U);
    EXPECT_EQ(level.target, 100);
    EXPECT_EQ(level.in_flight_peak, 150U);
    EXPECT_EQ(level.metrics[Metric::kSendDelay].max(), 0);
}

TEST_F(DriveLevelTest, MeasuresLatencyFromTheIntendedStart) {
    // The client itself is delayed for a second: it sends the requests that became due meanwhile
    // late, and measures their latency from the time when they were due.
    LevelPlan plan = open(100);
    bool was_delayed = false;
    const Level level = drive(plan, [&](std::uint64_t number) {
        if (number == 500 && !was_delayed) {
            was_delayed = true;
            clock_.wait(seconds(1));
        }
        return stream(milliseconds(10));
    });
    const Metrics& metrics = level.metrics;
    EXPECT_EQ(level.counts.attempted, 1'000U);
    EXPECT_NEAR(static_cast<double>(metrics[Metric::kDuration].percentile(99)), 0.95e9, 0.06e9);
    EXPECT_LE(metrics[Metric::kDurationSent].percentile(99), ns(milliseconds(11)));
    EXPECT_NEAR(static_cast<double>(metrics[Metric::kSendDelay].max()), 1e9, 0.02e9);
    EXPECT_EQ(level.verdict, "client-bound");
}

TEST_F(DriveLevelTest, IncludesTheWaitForASlotInTheLatency) {
    LevelPlan plan = open(100);
    plan.max_in_flight = 1;
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(20)); });
    EXPECT_EQ(level.in_flight_peak, 1U);
    EXPECT_EQ(level.counts.attempted, 1'000U) << "what is due counts, also if it is never sent";
    EXPECT_NEAR(static_cast<double>(level.counts.incomplete), 500, 2);
    EXPECT_EQ(level.verdict, "saturated") << "the server delays them, not the client";
    EXPECT_NEAR(level.achieved, 50, 1);
    EXPECT_GT(level.metrics[Metric::kDuration].percentile(90), ns(milliseconds(4'000)));
    EXPECT_LE(level.metrics[Metric::kDurationSent].max(), ns(milliseconds(20)));
}

TEST_F(DriveLevelTest, SendsNoRequestOfARowBeforeTheLastOneHasEnded) {
    LevelPlan plan = open(10);
    plan.max_in_flight = 3;
    std::map<std::string, Instant> ends;
    bool is_shared = false;
    const Level level = drive(plan, [&](std::uint64_t number) {
        const milliseconds takes(number % 2 == 0 ? 700 : 1'100);
        Instant& end = ends[transport_->requests.back()];
        is_shared = is_shared || end > clock_.now();
        end = clock_.now() + takes;
        return stream(takes);
    });
    EXPECT_FALSE(is_shared);
    EXPECT_EQ(ends.size(), 3U);
    EXPECT_EQ(level.in_flight_peak, 3U);
}

TEST_F(DriveLevelTest, ClosesAStreamAtTheTimeLimit) {
    LevelPlan plan = closed(1);
    plan.max_duration = seconds(2);
    const Level level = drive(plan, [](std::uint64_t) {
        return std::vector<DelayedBytes>{{Duration(0), kStreamHead + chunk(first_event())}};
    });
    EXPECT_EQ(level.counts.bounded, 5U);
    EXPECT_EQ(level.counts.failures(), 0U);
    EXPECT_NEAR(static_cast<double>(level.metrics[Metric::kDuration].max()), 2e9, 0.02e9);
}

TEST_F(DriveLevelTest, CountsAMissingResponseAsATimeout) {
    LevelPlan plan = closed(1);
    plan.max_duration = seconds(2);
    const Level level = drive(plan, [](std::uint64_t) { return std::vector<DelayedBytes>{}; });
    EXPECT_EQ(level.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)], 5U);
    EXPECT_EQ(level.verdict, "failing");
}

TEST_F(DriveLevelTest, DoesNotFloodAServerThatRejectsRequests) {
    const Level level = drive(closed(2), [](std::uint64_t) {
        return std::vector<DelayedBytes>{{Duration(0), "HTTP/1.1 503 Busy\r\n\r\n"}};
    });
    EXPECT_EQ(level.verdict, "failing");
    EXPECT_LE(level.counts.failures(), 2'002U) << "once for each slot and tick of 10 ms";
    EXPECT_GT(level.counts.failures(), 1'000U);
}

TEST_F(DriveLevelTest, EndsEarlyIfTheServerIsUnreachable) {
    const Level level = drive(closed(2), [](std::uint64_t) {
        return std::vector<DelayedBytes>{{Duration(0), "", true}};
    });
    EXPECT_EQ(level.verdict, kUnreachable);
    EXPECT_EQ(level.examples, (std::vector<std::string>{"closed without a response"}));
    EXPECT_LT(clock_.now(), at_ms(2'000));
}

TEST_F(DriveLevelTest, EndsEarlyIfItIsInterrupted) {
    const Level level = drive(closed(2), [&](std::uint64_t number) {
        if (number == 100) stop_ = true;
        return stream(milliseconds(10));
    });
    EXPECT_EQ(level.verdict, kInterrupted);
    EXPECT_LT(clock_.now(), at_ms(2'000));
    EXPECT_GT(level.counts.completed, 90U);
}

TEST_F(DriveLevelTest, CountsRequestsThatHangOverTheWholeWindow) {
    LevelPlan plan = closed(20);
    plan.warmup = seconds(1);
    plan.drain = seconds(10);
    const Level level = drive(plan, [](std::uint64_t number) {
        return number < 15 ? stream(seconds(12)) : stream(milliseconds(100));
    });
    EXPECT_GE(level.counts.carried_in, 15U);
    EXPECT_GE(level.counts.cut, 15U);
    EXPECT_EQ(level.metrics[Metric::kDuration].max(), ns(seconds(12)));
    EXPECT_NEAR(level.request_seconds, 20 * 10, 0.2) << "20 users for 10 s";
    EXPECT_EQ(level.verdict, "ok");
}

TEST_F(DriveLevelTest, AchievesWhatWasDueOfLongStreams) {
    LevelPlan plan = open(5);
    plan.warmup = seconds(1);
    plan.drain = seconds(10);
    for (const Duration takes : {Duration(seconds(3)), Duration(milliseconds(4'500))}) {
        const Level level = drive(plan, [&](std::uint64_t) {
            return stream(std::chrono::duration_cast<milliseconds>(takes));
        });
        EXPECT_EQ(level.achieved, 5);
        EXPECT_EQ(level.counts.due(), 50U);
        EXPECT_EQ(level.verdict, "ok") << "what is in flight grows only until the first ones end";
    }
    const Level level = drive(plan, [](std::uint64_t) { return steady_stream(seconds(15)); });
    EXPECT_EQ(level.counts.due(), 50U);
    EXPECT_GT(level.counts.in_progress_due, 20U) << "longer than the drain";
    EXPECT_EQ(level.counts.in_progress, level.counts.incomplete);
    EXPECT_EQ(level.sustained_rate(), 5);
    EXPECT_EQ(level.verdict, "ok");
}

TEST_F(DriveLevelTest, IsSaturatedIfStreamsBeginAndThenWait) {
    // A server that names each run at once and then works on two per second, one after another.
    LevelPlan plan = open(5);
    plan.drain = seconds(1);
    const Level level = drive(plan, [](std::uint64_t number) {
        const auto n = static_cast<std::int64_t>(number);
        const milliseconds ends_after(500 * (n + 1) - 200 * n);
        return std::vector<DelayedBytes>{{milliseconds(1), kStreamHead + chunk(first_event())},
                                         {ends_after, chunk(token("a")) + kLastChunk}};
    });
    EXPECT_GT(level.counts.incomplete, 20U);
    EXPECT_EQ(level.counts.in_progress_due, 0U);
    EXPECT_LT(level.sustained_rate(), 3);
    EXPECT_EQ(level.verdict, "saturated");
}

TEST_F(DriveLevelTest, FailsIfNoStreamGoesOn) {
    const auto hangs = [](std::string bytes) {
        return [bytes](std::uint64_t) {
            return std::vector<DelayedBytes>{{milliseconds(1), bytes}};
        };
    };
    for (const std::string& bytes : {std::string(kStreamHead),
                                     kStreamHead + chunk(first_event()),
                                     kStreamHead + chunk(first_event()) + chunk(token("a"))}) {
        EXPECT_EQ(drive(open(5), hangs(bytes)).verdict, "failing");
        EXPECT_EQ(drive(closed(5), hangs(bytes)).verdict, "failing");
    }
}

TEST_F(DriveLevelTest, IsSaturatedIfRequestsWaitForAResponse) {
    const Level level = drive(open(5), [](std::uint64_t number) {
        return number < 25 ? stream(milliseconds(50)) : std::vector<DelayedBytes>{};
    });
    EXPECT_EQ(level.counts.in_progress_due, 0U);
    EXPECT_EQ(level.verdict, "saturated");
}

TEST_F(DriveLevelTest, FindsNoQueueInStagesThatChange) {
    LevelPlan plan = open(50);
    plan.stages = {{seconds(5), 50}, {seconds(0), 75}, {seconds(5), 75}};
    const auto slows_down = [](std::uint64_t number) {
        return stream(milliseconds(number < 125 ? 10 : 1'000));
    };
    EXPECT_EQ(drive(plan, slows_down).in_flight_growth, 0);
    plan.stages = {{seconds(10), 50}};
    EXPECT_EQ(drive(plan, slows_down).in_flight_growth, 0) << "a ramp from 0";
    plan.stages = {{seconds(0), 50}, {seconds(10), 50}};
    EXPECT_GT(drive(plan, slows_down).in_flight_growth, 0);
}

TEST_F(DriveLevelTest, EndsTheRequestsThatReachTheirLimitFirst) {
    LevelPlan plan = closed(3);
    plan.max_duration = seconds(2);
    const Level level = drive(plan, [](std::uint64_t number) {
        return number % 2 == 0 ? std::vector<DelayedBytes>{} : stream(milliseconds(300));
    });
    EXPECT_GT(level.counts.completed, 5U);
    EXPECT_EQ(level.counts.failures() + level.counts.completed + level.counts.incomplete,
              level.counts.attempted);
    EXPECT_EQ(level.metrics[Metric::kFailedDuration].min(), ns(seconds(2)));
    EXPECT_EQ(level.metrics[Metric::kFailedDuration].max(), ns(seconds(2)));
}

TEST_F(DriveLevelTest, ReportsProgressWithoutSlices) {
    transport_.emplace(clock_, [](std::uint64_t) { return stream(milliseconds(100)); });
    LevelEnvironment environment{*transport_, clock_, requests_};
    std::vector<std::uint64_t> completed;
    environment.progress = [&](const Level& so_far, Duration) {
        EXPECT_THAT(so_far.slices, ::testing::IsEmpty());
        completed.push_back(so_far.counts.completed);
    };
    EXPECT_EQ(drive_level(closed(1), environment).slices.size(), 100U);
    EXPECT_GT(completed.back(), 90U);
}

TEST_F(DriveLevelTest, KeepsTheServerOfAnEarlierLevel) {
    server_ = "earlier";
    const ClockSample earlier{
        "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2000-01-01T00:00:00Z"};
    std::optional<ClockSample> sample = earlier;
    transport_.emplace(clock_, [](std::uint64_t) { return stream(milliseconds(100)); });
    LevelEnvironment environment{*transport_, clock_, requests_};
    environment.server_header = &server_;
    environment.clock_sample = &sample;
    (void)drive_level(closed(1), environment);
    EXPECT_EQ(server_, "earlier");
    EXPECT_EQ(sample, earlier);
}

TEST_F(DriveLevelTest, TakesTheServerFromAResponseAfterATimeout) {
    LevelPlan plan = closed(1);
    plan.max_duration = seconds(2);
    (void)drive(plan, [](std::uint64_t number) {
        return number == 0 ? std::vector<DelayedBytes>{} : stream(milliseconds(100));
    });
    EXPECT_EQ(server_, "sample");
}

TEST_F(DriveLevelTest, ComparesRandomArrivalsWithWhatWasDue) {
    LevelPlan plan = open(4);
    plan.arrival = ArrivalProcess::kPoisson;
    plan.seed = 7;
    const Level level = drive(plan, [](std::uint64_t) { return stream(milliseconds(50)); });
    ASSERT_LT(level.due_rate(), 0.98 * plan.rate) << "few were due by chance";
    EXPECT_EQ(level.verdict, "ok");
}

TEST_F(DriveLevelTest, IsSaturatedByAServerThatFallsBehind) {
    Instant free_at{};
    const Level level = drive(open(100), [&](std::uint64_t) {
        free_at = std::max(free_at, clock_.now()) + milliseconds(12);
        return stream(std::chrono::duration_cast<milliseconds>(free_at - clock_.now()));
    });
    EXPECT_EQ(level.verdict, "saturated");
    EXPECT_NEAR(level.sustained_rate(), 1000.0 / 12, 3);
}

TEST_F(DriveLevelTest, MeasuresAnInterruptedWindow) {
    LevelPlan plan = closed(1);
    plan.window = seconds(20);
    const Level level = drive(plan, [&](std::uint64_t number) {
        if (number == 49) stop_ = true;
        return stream(milliseconds(100));
    });
    EXPECT_NEAR(level.seconds, 5, 0.11);
    EXPECT_NEAR(level.achieved, 10, 0.3);
    EXPECT_NEAR(level.in_flight_mean, 1, 1e-9);
}

TEST_F(DriveLevelTest, ChecksASampleOfTheResponses) {
    class PassingInspector final : public Inspector {
      public:
        void begin(Instant) override {}
        void take_head_line(std::string_view) override {}
        void take_bytes(std::string_view, Instant) override {}
        std::string finish(bool) override { return ""; }
    };
    transport_.emplace(clock_, [](std::uint64_t) { return stream(milliseconds(100)); });
    LevelEnvironment environment{*transport_, clock_, requests_};
    environment.inspector_factory = [] { return std::make_unique<PassingInspector>(); };
    LevelPlan plan = closed(1);
    plan.contract_sample = 0.25;
    EXPECT_EQ(drive_level(plan, environment).counts.contract_checked, 25U);
}

}  // namespace
}  // namespace plumbline::load

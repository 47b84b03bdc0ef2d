#include "benchmarks/load/drive/recovery.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Each;
using ::testing::SizeIs;

Level level_with_latency(Duration latency) {
    Level level;
    level.verdict = kOk;
    level.counts.attempted = level.counts.completed = 1;
    level.metrics[Metric::kDuration].record(latency.count());
    return level;
}

TEST(LeavesWork, IsWhatHasNotEnded) {
    Level level;
    level.counts.incomplete = level.counts.not_sent = 3;
    EXPECT_FALSE(leaves_work(level)) << "the server has none of these";
    level.counts.incomplete = 4;
    EXPECT_TRUE(leaves_work(level));
    level.counts.incomplete = 3;
    level.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)] = 1;
    EXPECT_TRUE(leaves_work(level));
}

/// Probes by a function, each for the time of its window.
class AwaitRecovery : public ::testing::Test {
  protected:
    Recovery await(Duration usual, const std::function<Level()>& probe) {
        return await_recovery(level_with_latency(usual),
                              {.run =
                                   [&](Duration window) {
                                       windows_.push_back(window);
                                       clock_.wait(window);
                                       return probe();
                                   },
                               .clock = &clock_});
    }

    ManualClock clock_;
    std::vector<Duration> windows_;
};

TEST_F(AwaitRecovery, ProbesUntilARequestIsAsFastAsAtFirst) {
    // A queue that shrinks by half a second in each probe.
    const auto probe = [&] {
        return level_with_latency(milliseconds(2'000) - windows_.size() * milliseconds(500));
    };
    EXPECT_TRUE(await(milliseconds(300), probe).is_ready);
    EXPECT_THAT(windows_, SizeIs(3));
    EXPECT_THAT(windows_, Each(milliseconds(1'200)));
}

TEST_F(AwaitRecovery, DoesNotTakeARequestThatDidNotEndForAFastOne) {
    Level silent = level_with_latency(milliseconds(1));
    silent.counts = {.attempted = 1, .incomplete = 1};
    EXPECT_FALSE(await(milliseconds(1), [&] { return silent; }).is_ready);
    silent.counts.events = 1;  // of a stream that goes on
    EXPECT_TRUE(await(milliseconds(1), [&] { return silent; }).is_ready);
}

TEST_F(AwaitRecovery, EndsAfterAMinute) {
    for (const milliseconds latency : {milliseconds(1), milliseconds(4'000), milliseconds(7'475)}) {
        const Instant begin = clock_.now();
        EXPECT_FALSE(await(latency, [] { return Level{}; }).is_ready);
        EXPECT_GE(clock_.now() - begin, seconds(60)) << latency.count();
        EXPECT_LT(clock_.now() - begin, seconds(60) + windows_.back()) << latency.count();
    }
}

TEST_F(AwaitRecovery, WaitsForAServerThatDoesNotAnswerButNotAfterAnInterrupt) {
    Level aborted;
    aborted.verdict = kUnreachable;
    const auto probe = [&] {
        return windows_.size() == 3 ? level_with_latency(milliseconds(1)) : aborted;
    };
    EXPECT_TRUE(await(milliseconds(1), probe).is_ready);
    EXPECT_THAT(windows_, SizeIs(3));
    aborted.verdict = kInterrupted;
    EXPECT_FALSE(await(milliseconds(1), probe).is_ready);
    EXPECT_THAT(windows_, SizeIs(4));
}

TEST_F(AwaitRecovery, IsNotNeededIfAProbeCannotTell) {
    EXPECT_TRUE(await_recovery(Level{}, {}).is_ready);
    EXPECT_TRUE(await(seconds(30), [] { return Level{}; }).is_ready);
    EXPECT_THAT(windows_, SizeIs(0));
}

}  // namespace
}  // namespace plumbline::load

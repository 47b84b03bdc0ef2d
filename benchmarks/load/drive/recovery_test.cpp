#include "benchmarks/load/drive/recovery.hpp"

#include <gmock/gmock.h>

#include <stdexcept>
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

TEST(AwaitRecovery, ProbesUntilARequestIsAsFastAsAtFirst) {
    std::vector<Duration> windows;
    // A queue that shrinks by half a second in each probe.
    const auto probe = [&](Duration window) {
        windows.push_back(window);
        return level_with_latency(milliseconds(2'000) - windows.size() * milliseconds(500));
    };
    EXPECT_TRUE(await_recovery(level_with_latency(milliseconds(300)), probe).is_ready);
    EXPECT_THAT(windows, SizeIs(3));
    EXPECT_THAT(windows, Each(milliseconds(1'200)));
}

TEST(AwaitRecovery, DoesNotTakeARequestThatDidNotEndForAFastOne) {
    Level silent = level_with_latency(milliseconds(1));
    silent.counts = {.attempted = 1, .incomplete = 1};
    const auto usual = level_with_latency(milliseconds(1));
    EXPECT_FALSE(await_recovery(usual, [&](Duration) { return silent; }).is_ready);
    silent.counts.events = 1;  // of a stream that goes on
    EXPECT_TRUE(await_recovery(usual, [&](Duration) { return silent; }).is_ready);
}

TEST(AwaitRecovery, EndsAfterAMinute) {
    for (const Duration latency : {milliseconds(1), milliseconds(4'000), milliseconds(90'000)}) {
        Duration waited{};
        const auto probe = [&](Duration window) {
            waited += 2 * window;
            return Level{};
        };
        EXPECT_FALSE(await_recovery(level_with_latency(latency), probe).is_ready);
        EXPECT_GE(waited, seconds(60)) << latency.count();
        EXPECT_LT(waited, seconds(92)) << latency.count();
    }
}

TEST(AwaitRecovery, WaitsForAServerThatDoesNotAnswerButNotAfterAnInterrupt) {
    int probes = 0;
    Level aborted;
    const auto probe = [&](Duration) {
        ++probes;
        return probes == 3 ? level_with_latency(milliseconds(1)) : aborted;
    };
    aborted.verdict = kUnreachable;
    EXPECT_TRUE(await_recovery(level_with_latency(milliseconds(1)), probe).is_ready);
    EXPECT_EQ(probes, 3);
    aborted.verdict = kInterrupted;
    EXPECT_FALSE(await_recovery(level_with_latency(milliseconds(1)), probe).is_ready);
    EXPECT_EQ(probes, 4);
}

TEST(AwaitRecovery, IsNotNeededIfNothingIsKnownOfTheFirstLevel) {
    const auto probe = [](Duration) -> Level { throw std::logic_error("not called"); };
    EXPECT_TRUE(await_recovery(Level{}, probe).is_ready);
}

}  // namespace
}  // namespace plumbline::load

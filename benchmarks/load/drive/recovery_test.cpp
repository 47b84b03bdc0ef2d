#include "benchmarks/load/drive/recovery.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Level level_with_latency(Duration latency) {
    Level level;
    level.verdict = kOk;
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
    EXPECT_EQ(await_recovery(level_with_latency(milliseconds(300)), probe), "");
    EXPECT_THAT(windows, SizeIs(3));
    EXPECT_THAT(windows, Each(milliseconds(1'200)));
}

TEST(AwaitRecovery, EndsAfterAMinute) {
    int probes = 0;
    const auto probe = [&](Duration) {
        ++probes;
        return Level{};
    };
    EXPECT_THAT(await_recovery(level_with_latency(milliseconds(1)), probe),
                HasSubstr("had not recovered 60 s after"));
    EXPECT_EQ(probes, 60);
}

TEST(AwaitRecovery, EndsWithAnAbortedProbe) {
    Level aborted;
    aborted.verdict = kInterrupted;
    EXPECT_EQ(await_recovery(level_with_latency(seconds(1)), [&](Duration) { return aborted; }),
              kInterrupted);
}

}  // namespace
}  // namespace plumbline::load

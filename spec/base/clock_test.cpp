#include "spec/base/clock.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(ManualClock, MovesOnlyByWaitAndSet) {
    ManualClock clock(Instant(hours{5}));
    EXPECT_EQ(clock.now(), Instant(hours{5}));
    clock.wait(hours{72});
    EXPECT_EQ(clock.now(), Instant(hours{77}));
    clock.set(Instant(hours{1}));
    EXPECT_EQ(clock.now(), Instant(hours{1}));
}

TEST(SystemClock, ReturnsWallTimeAndNeverRunsBackwards) {
    const auto before = std::chrono::system_clock::now();
    const SystemClock clock;
    const Instant first = clock.now();
    const Instant second = clock.now();
    EXPECT_GE(first, Instant(before) - milliseconds{1});
    EXPECT_LT(first - Instant(before), hours{1});
    EXPECT_GE(second, first);
}

TEST(SystemClock, ConvertsASteadyTime) {
    const SystemClock clock;
    const Instant before = clock.now();
    const auto steady = std::chrono::steady_clock::now();
    const Instant after = clock.now();
    EXPECT_LE(before, clock.at(steady));
    EXPECT_GE(after, clock.at(steady));
    EXPECT_EQ(clock.at(steady + hours{1}) - clock.at(steady), hours{1});
}

TEST(SystemClock, AdvancesByTheTimeItWaited) {
    SystemClock clock;
    const Instant start = clock.now();
    clock.wait(milliseconds{2});
    EXPECT_GE(clock.now() - start, milliseconds{2});
}

TEST(SystemClock, DoesNotWaitForANegativeTime) {
    SystemClock clock;
    const Instant start = clock.now();
    clock.wait(-hours{1});
    EXPECT_LT(clock.now() - start, hours{1});
}

}  // namespace
}  // namespace plumbline

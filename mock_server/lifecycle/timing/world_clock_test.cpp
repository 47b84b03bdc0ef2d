#include "mock_server/lifecycle/timing/world_clock.hpp"

#include <gtest/gtest.h>

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

constexpr Instant kStart{seconds(1000)};

TEST(VirtualClock, AdvancesOnlyOnRequest) {
    ManualClock host_clock;
    WorldClock clock({}, kStart, host_clock);
    host_clock.wait(seconds(5));
    EXPECT_EQ(clock.now(), kStart);
    clock.set_time(kStart + seconds(3));
    EXPECT_EQ(clock.now(), kStart + seconds(3));
    EXPECT_TRUE(clock.can_advance());
    clock.freeze(true);
    EXPECT_FALSE(clock.can_advance());
}

TEST(RealClock, StartsAtTheHostsTimeAndRunsAtItsScale) {
    ManualClock host_clock{Instant(seconds(50))};
    WorldClock clock({true, 60, true}, kStart, host_clock);
    EXPECT_EQ(clock.now(), Instant(seconds(50)));
    host_clock.wait(seconds(2));
    EXPECT_EQ(clock.now(), Instant(seconds(170)));
    EXPECT_FALSE(clock.can_advance());
}

TEST(RealClock, ContinuesFromTheTimeItWasSetTo) {
    ManualClock host_clock;
    WorldClock clock({true, 1, true}, kStart, host_clock);
    clock.set_time(Instant(seconds(100)));
    host_clock.wait(seconds(1));
    EXPECT_EQ(clock.now(), Instant(seconds(101)));
}

TEST(RealClock, RunsAtMostAtTheLargestScale) {
    ManualClock host_clock;
    WorldClock clock({true, 1e308, true}, kStart, host_clock);
    host_clock.wait(seconds(2));
    EXPECT_EQ(clock.now(), Instant(seconds(2'000'000)));
}

TEST(RealClock, StopsAtTheEndOfTime) {
    ManualClock host_clock;
    WorldClock clock({true, kMaxTimeScale, true}, kStart, host_clock);
    host_clock.wait(std::chrono::hours(24 * 365));
    EXPECT_EQ(clock.now(), kEndOfTime);
    clock.set_time(clock.now());
    host_clock.wait(seconds(1));
    EXPECT_EQ(clock.now(), kEndOfTime);
}

TEST(RealClock, StopsWhileFrozen) {
    ManualClock host_clock;
    WorldClock clock({true, 1, true}, kStart, host_clock);
    host_clock.wait(seconds(1));
    clock.freeze(true);
    host_clock.wait(seconds(9));
    EXPECT_EQ(clock.now(), Instant(seconds(1)));
    clock.freeze(false);
    host_clock.wait(seconds(1));
    EXPECT_EQ(clock.now(), Instant(seconds(2)));
}

}  // namespace
}  // namespace plumbline::mock

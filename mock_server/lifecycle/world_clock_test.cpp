#include "mock_server/lifecycle/world_clock.hpp"

#include <gtest/gtest.h>

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

constexpr Instant kStart{seconds(1000)};

TEST(VirtualClock, MovesOnlyWhenTold) {
    ManualClock machine;
    WorldClock clock({}, kStart, machine);
    machine.wait(seconds(5));
    EXPECT_EQ(clock.now(), kStart);
    clock.move_to(kStart + seconds(3));
    EXPECT_EQ(clock.now(), kStart + seconds(3));
    EXPECT_TRUE(clock.may_jump());
    clock.freeze(true);
    EXPECT_FALSE(clock.may_jump());
}

TEST(RealClock, BeginsAtTheMachinesTimeAndRunsAtItsScale) {
    ManualClock machine{Instant(seconds(50))};
    WorldClock clock({true, 60, true}, kStart, machine);
    EXPECT_EQ(clock.now(), Instant(seconds(50)));
    machine.wait(seconds(2));
    EXPECT_EQ(clock.now(), Instant(seconds(170)));
    EXPECT_FALSE(clock.may_jump());
}

TEST(RealClock, GoesOnFromWhereItWasMoved) {
    ManualClock machine;
    WorldClock clock({true, 1, true}, kStart, machine);
    clock.move_to(Instant(seconds(100)));
    machine.wait(seconds(1));
    EXPECT_EQ(clock.now(), Instant(seconds(101)));
}

TEST(RealClock, RunsAtMostAtTheLargestScale) {
    ManualClock machine;
    WorldClock clock({true, 1e308, true}, kStart, machine);
    machine.wait(seconds(2));
    EXPECT_EQ(clock.now(), Instant(seconds(2'000'000)));
}

TEST(RealClock, StopsAtTheEndOfTime) {
    ManualClock machine;
    WorldClock clock({true, kMaxTimeScale, true}, kStart, machine);
    machine.wait(std::chrono::hours(24 * 365));
    EXPECT_EQ(clock.now(), kEndOfTime);
    clock.move_to(clock.now());
    machine.wait(seconds(1));
    EXPECT_EQ(clock.now(), kEndOfTime);
}

TEST(RealClock, StandsStillWhileFrozen) {
    ManualClock machine;
    WorldClock clock({true, 1, true}, kStart, machine);
    machine.wait(seconds(1));
    clock.freeze(true);
    machine.wait(seconds(9));
    EXPECT_EQ(clock.now(), Instant(seconds(1)));
    clock.freeze(false);
    machine.wait(seconds(1));
    EXPECT_EQ(clock.now(), Instant(seconds(2)));
}

}  // namespace
}  // namespace plumbline::mock

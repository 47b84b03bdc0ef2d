#include "mock_server/transport/census.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace plumbline::mock {
namespace {

Admission next(Census& census) {
    census.arrive();
    return census.admit();
}

using std::chrono::milliseconds;

TEST(Census, ServesUpToItsLimit) {
    Census census(2);
    EXPECT_EQ(next(census), Admission::kServed);
    EXPECT_EQ(next(census), Admission::kServed);
    EXPECT_EQ(next(census), Admission::kFull);
}

TEST(Census, GivesAPlaceOnceOneIsFree) {
    Census census(1);
    const Admission first = next(census);
    census.leave(first);
    EXPECT_EQ(next(census), Admission::kServed);
}

TEST(Census, KeepsNoPlaceForThoseTurnedAway) {
    Census census(1);
    EXPECT_EQ(next(census), Admission::kServed);
    const Admission second = next(census);
    census.leave(second);
    EXPECT_EQ(next(census), Admission::kFull);
}

TEST(Census, AnswersOnlySoManyOfThoseTurnedAway) {
    Census census(0);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(next(census), Admission::kFull);
    EXPECT_EQ(next(census), Admission::kDropped);
}

TEST(Census, TurnsAwayWhileDraining) {
    Census census(1);
    census.enter(Stage::kDraining);
    EXPECT_EQ(next(census), Admission::kDraining);
    EXPECT_EQ(census.stage(), Stage::kDraining);
}

TEST(Census, DropsWhileStopping) {
    Census census(1);
    census.enter(Stage::kStopping);
    EXPECT_EQ(next(census), Admission::kDropped);
}

TEST(Census, WaitsNoLongerThanItsPatience) {
    Census census(1);
    const Admission admission = next(census);
    census.wait_until_unused(milliseconds(1));
    census.wait_until_empty(milliseconds(1));
    census.leave(admission);
}

TEST(Census, IsNotEmptyWhileAConnectionIsOnItsWay) {
    Census census(1);
    census.arrive();
    census.enter(Stage::kStopping);
    std::atomic<bool> has_left = false;
    std::jthread worker([&] {
        const Admission admission = census.admit();
        has_left = true;
        census.leave(admission);
    });
    census.wait_until_empty(milliseconds(10'000));
    EXPECT_TRUE(has_left);
}

TEST(Census, WaitsUntilTheLastServedOneLeaves) {
    Census census(1);
    const Admission served = next(census);
    const Admission turned_away = next(census);
    census.enter(Stage::kDraining);
    std::jthread leaver([&] { census.leave(served); });
    census.wait_until_unused(milliseconds(10'000));
    census.leave(turned_away);
    census.wait_until_empty(milliseconds(10'000));
    EXPECT_EQ(next(census), Admission::kDraining);
}

}  // namespace
}  // namespace plumbline::mock

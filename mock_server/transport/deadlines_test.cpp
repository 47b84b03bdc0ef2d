#include "mock_server/transport/deadlines.hpp"

#include <gmock/gmock.h>

#include <map>
#include <random>
#include <vector>

namespace plumbline::mock {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::UnorderedElementsAre;
using ::testing::UnorderedElementsAreArray;

SteadyTime at_second(int second) {
    return SteadyTime{} + std::chrono::seconds(second);
}

TEST(Deadlines, HaveNoAlarmWhenEmpty) {
    Deadlines deadlines;
    EXPECT_EQ(deadlines.next_alarm(), std::nullopt);
    EXPECT_THAT(deadlines.take_due(at_second(100)), IsEmpty());
}

TEST(Deadlines, ReturnEachConnectionOnceWhenItIsDue) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(30));
    deadlines.set({4, 2}, at_second(10));
    deadlines.set({5, 3}, at_second(20));
    EXPECT_THAT(deadlines.take_due(at_second(9)), IsEmpty());
    EXPECT_THAT(deadlines.take_due(at_second(20)),
                ElementsAre(ConnectionId{4, 2}, ConnectionId{5, 3}));
    EXPECT_THAT(deadlines.take_due(at_second(20)), IsEmpty());
    EXPECT_THAT(deadlines.take_due(at_second(30)), ElementsAre(ConnectionId{3, 1}));
}

TEST(Deadlines, KeepConnectionsWithTheSameDeadlineApart) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(10));
    deadlines.set({4, 2}, at_second(10));
    EXPECT_THAT(deadlines.take_due(at_second(10)),
                UnorderedElementsAre(ConnectionId{3, 1}, ConnectionId{4, 2}));
}

TEST(Deadlines, CanBePostponed) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(10));
    deadlines.set({3, 1}, at_second(20));
    EXPECT_THAT(deadlines.take_due(at_second(15)), IsEmpty());
    EXPECT_THAT(deadlines.next_alarm(), Optional(at_second(20)));
    EXPECT_THAT(deadlines.take_due(at_second(20)), ElementsAre(ConnectionId{3, 1}));
}

TEST(Deadlines, CanBeMovedForward) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(20));
    deadlines.set({3, 1}, at_second(10));
    EXPECT_THAT(deadlines.next_alarm(), Optional(at_second(10)));
    EXPECT_THAT(deadlines.take_due(at_second(10)), ElementsAre(ConnectionId{3, 1}));
    EXPECT_EQ(deadlines.next_alarm(), std::nullopt);
}

TEST(Deadlines, CanBeMovedForwardAfterBeingPostponed) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(10));
    deadlines.set({3, 1}, at_second(30));
    deadlines.set({3, 1}, at_second(5));
    EXPECT_THAT(deadlines.take_due(at_second(5)), ElementsAre(ConnectionId{3, 1}));
    EXPECT_THAT(deadlines.take_due(at_second(30)), IsEmpty());
}

TEST(Deadlines, AreRemovedWithTheirConnection) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(10));
    deadlines.remove({3, 1});
    EXPECT_THAT(deadlines.take_due(at_second(10)), IsEmpty());
}

TEST(Deadlines, AreReturnedOnceWhenAnAlarmReturnsToAnEarlierTick) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(10));
    deadlines.set({3, 1}, at_second(5));
    EXPECT_THAT(deadlines.take_due(at_second(5)), ElementsAre(ConnectionId{3, 1}));
    deadlines.set({3, 1}, at_second(10));
    EXPECT_THAT(deadlines.take_due(at_second(10)), ElementsAre(ConnectionId{3, 1}));
    EXPECT_EQ(deadlines.next_alarm(), std::nullopt);
}

TEST(Deadlines, DoNotAccumulateStaleAlarms) {
    Deadlines deadlines;
    deadlines.set({3, 0}, at_second(1));
    for (std::uint64_t i = 1; i <= 10'000; ++i) {
        deadlines.set({4, i}, at_second(30));
        deadlines.remove({4, i});
    }
    EXPECT_LT(deadlines.alarm_count(), 100U);
    EXPECT_THAT(deadlines.next_alarm(), Optional(at_second(1)));
    EXPECT_THAT(deadlines.take_due(at_second(60)), ElementsAre(ConnectionId{3, 0}));
}

TEST(Deadlines, OfANewConnectionSurviveTheRemovalOfTheOldOne) {
    Deadlines deadlines;
    deadlines.set({3, 1}, at_second(10));
    deadlines.set({3, 2}, at_second(20));
    deadlines.remove({3, 1});
    EXPECT_THAT(deadlines.take_due(at_second(20)), ElementsAre(ConnectionId{3, 2}));
}

TEST(Deadlines, OfOneTickShareOneAlarmThatIsNeverEarly) {
    Deadlines deadlines;
    const SteadyTime tick = at_second(1);
    deadlines.set({3, 1}, tick - std::chrono::microseconds(240));
    deadlines.set({4, 2}, tick - std::chrono::microseconds(10));
    deadlines.set({5, 3}, tick + std::chrono::nanoseconds(1));
    EXPECT_THAT(deadlines.next_alarm(), Optional(tick));
    EXPECT_THAT(deadlines.take_due(tick), ElementsAre(ConnectionId{3, 1}, ConnectionId{4, 2}));
    EXPECT_THAT(deadlines.next_alarm(), Optional(tick + Deadlines::DeadlineTick(1)));
}

TEST(Deadlines, ThatNeverExpireAreKept) {
    Deadlines deadlines;
    deadlines.set({3, 1}, SteadyTime::max());
    EXPECT_THAT(deadlines.take_due(at_second(1'000'000)), IsEmpty());
    EXPECT_THAT(deadlines.next_alarm(), Optional(SteadyTime::max()));
}

TEST(Deadlines, MatchASearchOverAllConnections) {
    std::mt19937 random(11);
    const auto up_to = [&](int most) {
        return static_cast<int>(random() % (static_cast<unsigned>(most) + 1U));
    };
    Deadlines deadlines;
    std::map<ConnectionId, SteadyTime> expected;
    SteadyTime now = at_second(1);
    for (int i = 0; i < 20'000; ++i) {
        const ConnectionId id{up_to(20), 1};
        if (up_to(9) == 0) {
            deadlines.remove(id);
            expected.erase(id);
        } else {
            expected[id] = now + Deadlines::DeadlineTick(up_to(50));
            deadlines.set(id, expected[id]);
        }
        if (up_to(3) != 0) continue;
        now += Deadlines::DeadlineTick(up_to(5));
        std::vector<ConnectionId> due;
        std::erase_if(expected, [&](const auto& one) {
            if (one.second > now) return false;
            due.push_back(one.first);
            return true;
        });
        ASSERT_THAT(deadlines.take_due(now), UnorderedElementsAreArray(due)) << "in step " << i;
        ASSERT_EQ(deadlines.next_alarm().has_value(), !expected.empty());
    }
}

}  // namespace
}  // namespace plumbline::mock

#include "mock_server/lifecycle/timers.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

Timer timer(int due, RecordNumber record, std::string to = "X") {
    return {Instant(seconds(due)), record, "", std::move(to), ""};
}

TEST(Timers, FireInDueOrderTiesByCreation) {
    Timers timers;
    timers.set(timer(5, 3));
    timers.set(timer(2, 1));
    timers.set(timer(2, 2));
    std::vector<RecordNumber> fired;
    while (const auto one = timers.take_due(Instant(seconds(9)))) fired.push_back(one->record);
    EXPECT_THAT(fired, testing::ElementsAre(1, 2, 3));
}

TEST(Timers, DoNotFireEarly) {
    Timers timers;
    timers.set(timer(5, 1));
    EXPECT_FALSE(timers.take_due(Instant(seconds(4))));
    EXPECT_TRUE(timers.take_due(Instant(seconds(5))));
}

TEST(Timers, AreOneForEachRecord) {
    Timers timers;
    timers.set(timer(5, 1, "X"));
    timers.set(timer(7, 1, "Y"));
    EXPECT_EQ(timers.due_of(1), Instant(seconds(7)));
    EXPECT_THAT(timers.all(), testing::ElementsAre(timer(7, 1, "Y")));
}

TEST(Timers, AreToldApartByTheirAlarms) {
    Timers timers;
    timers.set(timer(5, 1));
    timers.set({Instant(seconds(3)), 1, "bell", "", ""});
    timers.set({Instant(seconds(4)), 1, "bell", "", ""});
    EXPECT_EQ(timers.all().size(), 2U);
    EXPECT_EQ(timers.next_due(), Instant(seconds(4)));
    EXPECT_EQ(timers.due_of(1), Instant(seconds(5)));
    timers.cancel(1, "bell");
    timers.cancel(1, "whistle");
    EXPECT_EQ(timers.next_due(), Instant(seconds(5)));
}

TEST(Timers, CanBeCancelled) {
    Timers timers;
    timers.set(timer(5, 1));
    timers.cancel(1);
    timers.cancel(2);
    EXPECT_FALSE(timers.next_due());
    EXPECT_FALSE(timers.due_of(1));
}

}  // namespace
}  // namespace plumbline::mock

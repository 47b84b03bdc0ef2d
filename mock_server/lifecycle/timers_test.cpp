#include "mock_server/lifecycle/timers.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

Timer timer(int due, std::string id, std::string to = "X") {
    return {Instant(seconds(due)), {"c", std::move(id)}, "", std::move(to), ""};
}

TEST(Timers, FireInDueOrderTiesByCreation) {
    Timers timers;
    timers.set(timer(5, "late"));
    timers.set(timer(2, "first"));
    timers.set(timer(2, "second"));
    std::vector<std::string> fired;
    while (const auto one = timers.take_due(Instant(seconds(9)))) fired.push_back(one->record.id);
    EXPECT_THAT(fired, testing::ElementsAre("first", "second", "late"));
}

TEST(Timers, DoNotFireEarly) {
    Timers timers;
    timers.set(timer(5, "a"));
    EXPECT_FALSE(timers.take_due(Instant(seconds(4))));
    EXPECT_TRUE(timers.take_due(Instant(seconds(5))));
}

TEST(Timers, AreOneForEachRecord) {
    Timers timers;
    timers.set(timer(5, "a", "X"));
    timers.set(timer(7, "a", "Y"));
    EXPECT_EQ(timers.due_of({"c", "a"}), Instant(seconds(7)));
    EXPECT_THAT(timers.all(), testing::ElementsAre(timer(7, "a", "Y")));
}

TEST(Timers, CanBeCancelled) {
    Timers timers;
    timers.set(timer(5, "a"));
    timers.cancel({"c", "a"});
    timers.cancel({"c", "unknown"});
    EXPECT_FALSE(timers.next_due());
    EXPECT_FALSE(timers.due_of({"c", "a"}));
}

}  // namespace
}  // namespace plumbline::mock

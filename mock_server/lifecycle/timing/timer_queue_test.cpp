#include "mock_server/lifecycle/timing/timer_queue.hpp"

#include "spec/base/ids.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

Timer timer(int due, RecordNumber record, std::string_view to = "X") {
    return {Instant(seconds(due)), record, "", to, ""};
}

TEST(TimerQueue, FiresByDueTimeThenByCreation) {
    TimerQueue timers;
    timers.set(timer(5, 3));
    timers.set(timer(2, 1));
    timers.set(timer(2, 2));
    std::vector<RecordNumber> fired;
    while (const auto one = timers.take_due(Instant(seconds(9)))) fired.push_back(one->record);
    EXPECT_THAT(fired, testing::ElementsAre(1, 2, 3));
}

TEST(TimerQueue, DoesNotFireEarly) {
    TimerQueue timers;
    timers.set(timer(5, 1));
    EXPECT_FALSE(timers.take_due(Instant(seconds(4))));
    EXPECT_TRUE(timers.take_due(Instant(seconds(5))));
}

TEST(TimerQueue, ContainsOneTransitionTimerPerRecord) {
    TimerQueue timers;
    timers.set(timer(5, 1, "X"));
    timers.set(timer(7, 1, "Y"));
    EXPECT_EQ(timers.due_of(1), Instant(seconds(7)));
    EXPECT_THAT(timers.all(), testing::ElementsAre(timer(7, 1, "Y")));
}

TEST(TimerQueue, ContainsOneTimerPerAlarm) {
    TimerQueue timers;
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

TEST(TimerQueue, CancelsTimers) {
    TimerQueue timers;
    timers.set(timer(5, 1));
    timers.cancel(1);
    timers.cancel(2);
    EXPECT_FALSE(timers.next_due());
    EXPECT_FALSE(timers.due_of(1));
}

/// Applies the same operations to a queue and to a plain list; returns whether both fire the same
/// timers.
bool fires_like_a_list(std::uint64_t seed) {
    IdSource random(seed);
    const auto below = [&](std::uint64_t end) { return (random.next() >> 11U) % end; };
    TimerQueue timers;
    std::vector<Timer> list;  // in the order in which they were set
    const auto cancel = [&](RecordNumber record, std::optional<std::string_view> alarm) {
        std::erase_if(list, [&](const Timer& one) {
            return one.record == record && (!alarm || one.alarm == *alarm);
        });
    };
    for (int i = 0; i < 2000; ++i) {
        const RecordNumber record = 1 + below(40);
        const std::string_view alarm = below(3) == 0 ? "bell" : "";
        switch (below(8)) {
            case 0:
                timers.cancel(record);
                cancel(record, {});
                break;
            case 1:
                timers.cancel(record, alarm);
                cancel(record, alarm);
                break;
            case 2: {
                std::stable_sort(list.begin(), list.end(), [](const Timer& a, const Timer& b) {
                    return a.due < b.due;
                });
                if (timers.all() != list) return false;
                const auto first = timers.take_due(Instant(seconds(50)));
                const bool is_due = !list.empty() && list.front().due <= Instant(seconds(50));
                if (first.has_value() != is_due || (is_due && *first != list.front())) return false;
                if (is_due) list.erase(list.begin());
                break;
            }
            default: {
                const Timer one{
                    Instant(seconds(static_cast<int>(below(100)))), record, alarm, "X", ""};
                timers.set(one);
                cancel(record, alarm);
                list.push_back(one);
            }
        }
    }
    return true;
}

TEST(TimerQueue, FiresLikeAPlainList) {
    std::vector<std::uint64_t> unlike;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        if (!fires_like_a_list(seed)) unlike.push_back(seed);
    }
    EXPECT_THAT(unlike, testing::ElementsAre());
}

}  // namespace
}  // namespace plumbline::mock

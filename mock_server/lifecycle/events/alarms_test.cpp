// Alarms, their effects, and the events they send.

#include "mock_server/lifecycle/history/testing.hpp"
#include "mock_server/lifecycle/orders_fixture.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

TEST(Alarms, RepeatWhileTheStateLasts) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    const RecordRef job = world.job(order, 0);
    world.advance(seconds(11));
    EXPECT_EQ(world.body(job)["log"], Json::array({"progress 1"}));
    world.advance(seconds(10));
    EXPECT_EQ(world.body(job)["log"], Json::array({"progress 1", "progress 2"}));
    EXPECT_EQ(world.status(order), "DONE");
    EXPECT_FALSE(world.simulation.timers.next_due()) << "no alarm is set in a final state";
}

TEST(Alarms, FireOnceAfterALimit) {
    OrdersWorld world;
    set_limit(world.simulation, "order_timeout", Duration(seconds(15)).count());
    const RecordRef order = world.order(1);
    world.advance(seconds(15));
    EXPECT_EQ(world.status(order), "WORKING");
    world.advance(seconds(1));
    EXPECT_EQ(world.status(order), "CANCELLED");
    EXPECT_THAT(world.jobs(order), Each("CANCELLED"));
}

TEST(Alarms, KeepTheirDelayWhenTheLimitChanges) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    world.advance(seconds(1));
    ASSERT_THAT(world.inject("hang", world.job(order, 0)), IsOk());
    set_limit(world.simulation, "order_timeout", Duration(seconds(1)).count());
    world.advance(minutes(59));
    EXPECT_EQ(world.status(order), "WORKING");
    world.advance(minutes(1));
    EXPECT_EQ(world.status(order), "CANCELLED");
}

TEST(Alarms, AreSetOnlyIfTheirConditionsHold) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    const RecordRef job = world.job(order, 0);
    world.simulation.store.edit(*world.simulation.store.find(job))["idle"] = true;
    world.advance(minutes(30));
    EXPECT_EQ(world.status(job), "RUNNING");
    EXPECT_FALSE(world.body(job).contains("steps"));
}

TEST(Alarms, UseTimingsOfTheWorldAndOfFaults) {
    constexpr std::string_view kFast =
        R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],"timings":{"job":{"RUNNING/progress":"PT1S"}}})";
    OrdersWorld world({}, kFast);
    const RecordRef order = world.order(1);
    world.advance(seconds(3));
    EXPECT_EQ(world.status(order), "DONE");
    FaultOverrides overrides;
    overrides.timings["job/RUNNING/progress"] = minutes(5);
    OrdersWorld slow(overrides, kFast);
    const RecordRef other = slow.order(1);
    slow.advance(minutes(9));
    EXPECT_EQ(slow.status(other), "WORKING");
}

TEST(Alarms, DoNotDetermineHowFarTimeAdvances) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    auto_advance_for(world.simulation, world.number_of(order));
    auto_advance_for(world.simulation, world.number_of(order));
    EXPECT_EQ(world.status(order), "WORKING");
    auto_advance_for(world.simulation, world.number_of(order));
    EXPECT_EQ(world.simulation.now(), world.simulation.world().start + seconds(11))
        << "to the next timer of any record, not to the alarm of the order in an hour";
}

TEST(Effects, ComputeProportionsInWholeNumbers) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    const RecordRef job = world.job(order, 0);
    world.simulation.store.edit(*world.simulation.store.find(job))
        .update(Json{{"total", 10}, {"parts", 3}});
    world.advance(seconds(11));
    EXPECT_EQ(world.body(job)["portion"], 3);
    world.advance(seconds(10));
    EXPECT_EQ(world.body(job)["portion"], 6);
}

TEST(Effects, CreateTheGivenNumberOfRecords) {
    OrdersWorld world;
    const RecordRef order = world.order(3);
    EXPECT_EQ(world.body(world.job(order, 0))["number"], 0);
    EXPECT_EQ(world.body(world.job(order, 2))["number"], 2);
    EXPECT_EQ(world.body(world.job(order, 0))["day"], "2023-04-11");
    EXPECT_EQ(world.body(world.job(order, 2))["day"], "2023-04-13");
    EXPECT_TRUE(world.jobs(world.order(0)).empty());
}

TEST(Events, AreHandledAfterTheEffectsThatSentThem) {
    OrdersWorld world;
    const RecordRef order = world.order(2);
    world.advance(seconds(21));
    EXPECT_EQ(world.status(order), "DONE");
    std::vector<std::string> changes;
    for (const TransitionLogEntry& change : world.simulation.transition_log.entries()) {
        if (change.to == "DONE") changes.emplace_back(change.collection);
    }
    EXPECT_THAT(changes, ElementsAre("jobs", "jobs", "orders"));
}

TEST(Events, LeaveAFinalStateOnlyIfAllowed) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    world.advance(minutes(1));
    const RecordRef job = world.job(order, 0);
    send_event(world.simulation, "cancel", world.number_of(job));
    EXPECT_EQ(world.status(job), "DONE");
    send_event(world.simulation, "cancel", world.number_of(job), true);
    EXPECT_EQ(world.status(job), "CANCELLED");
}

TEST(TransitionLog, ListsEveryStateChangeWithItsCause) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    world.advance(seconds(1));
    send_event(world.simulation, "abandon", world.number_of(order));
    std::vector<std::string> changes;
    for (const TransitionLogEntry& change : world.simulation.transition_log.entries())
        changes.push_back(std::string(change.from)
                              .append(">")
                              .append(change.to)
                              .append(" ")
                              .append(change.cause));
    EXPECT_THAT(changes,
                ElementsAre(">WAITING created",
                            ">OPEN created",
                            "OPEN>WORKING slot",
                            "WAITING>RUNNING slot",
                            "WORKING>CANCELLED abandon",
                            "RUNNING>CANCELLED cancel"));
    EXPECT_EQ(log_entry_text(world.simulation.transition_log.entries()[2]),
              "2026-01-05T09:00:01.000000Z orders " + order.id + " OPEN -> WORKING (slot)");
    EXPECT_EQ(world.simulation.transition_log.count("order", {"WORKING", "CANCELLED", "abandon"}),
              1U);
    EXPECT_EQ(world.simulation.transition_log.count("order", {"OPEN", "CANCELLED", "abandon"}), 0U);
    EXPECT_EQ(world.simulation.transition_log.count("unknown", {"OPEN", "CANCELLED", "abandon"}),
              0U);
}

TEST(TransitionLog, KeepsTheLatestEntries) {
    TransitionLog log;
    for (std::size_t i = 0; i < TransitionLog::kMaxEntries + 2; ++i)
        log.add({{}, std::to_string(i), "c", "A", "B", "x"}, "m");
    EXPECT_EQ(log.entries().size(), TransitionLog::kMaxEntries);
    EXPECT_EQ(log.entries().front().id, "2");
    EXPECT_EQ(log.entries().back().id, std::to_string(TransitionLog::kMaxEntries + 1));
    EXPECT_EQ(log.dropped(), 2U);
    EXPECT_EQ(log.count("m", {"A", "B", "x"}), TransitionLog::kMaxEntries + 2);
}

}  // namespace
}  // namespace plumbline::mock

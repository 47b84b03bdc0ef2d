// Incidents, scripted incidents, history; overrides of machines by faults.

#include "mock_server/lifecycle/orders_fixture.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

TEST(Incident, IsAppliedImmediatelyInItsState) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    const RecordRef job = world.job(order, 0);
    world.advance(seconds(12));
    ASSERT_THAT(world.inject("failure", job), IsOk());
    EXPECT_EQ(world.status(job), "WAITING");
    EXPECT_EQ(world.body(job)["failed"], true);
    EXPECT_EQ(world.body(job)["steps"], 1) << "completed steps are kept";
    world.advance(seconds(5));
    EXPECT_EQ(world.status(job), "RUNNING") << "after the retry delay";
    world.advance(seconds(10));
    EXPECT_EQ(world.status(order), "DONE");
}

TEST(Incident, WaitsForItsState) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    const RecordRef job = world.job(order, 0);
    ASSERT_THAT(world.inject("failure", job), IsOk());
    world.advance(seconds(2));
    EXPECT_EQ(world.status(job), "RUNNING");
    world.advance(seconds(1));
    EXPECT_EQ(world.status(job), "WAITING") << "two seconds after it started";
}

TEST(Incident, IsAppliedTheGivenNumberOfTimes) {
    OrdersWorld world;
    const RecordRef order = world.order(2);
    world.advance(seconds(1));
    ASSERT_THAT(world.inject("failure", world.job(order, 0), 3), IsOk());
    world.advance(minutes(2));
    EXPECT_THAT(world.jobs(order), ElementsAre("FAILED", "CANCELLED"));
    EXPECT_EQ(world.body(world.job(order, 0))["attempts"], 3);
    EXPECT_EQ(world.status(order), "CANCELLED");
}

TEST(Incident, AffectsTheParentAndItsOtherChildren) {
    OrdersWorld world;
    const RecordRef order = world.order(3);
    world.advance(seconds(1));
    set_limit(world.simulation, "max_attempts", 1);
    ASSERT_THAT(world.inject("failure", world.job(order, 0)), IsOk());
    EXPECT_THAT(world.jobs(order), ElementsAre("FAILED", "CANCELLED", "CANCELLED"));
}

TEST(Incident, IsRejectedInAFinalState) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    world.advance(minutes(1));
    const auto refused = world.inject("failure", world.job(order, 0));
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUnsupported));
    EXPECT_THAT(refused, FailsWith("is DONE; failure can be injected only before it is final"));
}

TEST(Incident, IsAppliedOneAfterTheOther) {
    OrdersWorld world;
    const RecordRef order = world.order(1);
    const RecordRef job = world.job(order, 0);
    ASSERT_THAT(world.inject("failure", job), IsOk());
    ASSERT_THAT(world.inject("hang", job), IsOk());
    world.advance(minutes(10));
    EXPECT_EQ(world.status(job), "RUNNING") << "it hangs in its second attempt";
    EXPECT_EQ(world.body(job)["attempts"], 2);
}

TEST(Incident, CanBeScriptedInAWorld) {
    OrdersWorld world({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],
        "incidents":[{"incident":"failure","child":1,"times":3}]})");
    const RecordRef order = world.order(2);
    const RecordRef small = world.order(1);
    world.advance(minutes(2));
    EXPECT_THAT(world.jobs(order), ElementsAre("CANCELLED", "FAILED"));
    EXPECT_THAT(world.jobs(small), ElementsAre("DONE")) << "it has no second job";
}

TEST(History, IsReplayedBeforeTheWorldStarts) {
    OrdersWorld world({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main","other"],
        "history":[{"collection":"orders","tenant":"other","id":"new","ago":"PT5S","body":{"size":1}},
                {"collection":"orders","tenant":"main","id":"old","ago":"PT1H","body":{"size":2}}],
        "incidents":[{"incident":"failure","record":"old","child":0,"times":3}]})");
    const RecordRef old{"orders", "old"};
    EXPECT_EQ(world.status(old), "CANCELLED");
    EXPECT_THAT(world.jobs(old), ElementsAre("FAILED", "CANCELLED"));
    EXPECT_EQ(world.status({"orders", "new"}), "WORKING");
    EXPECT_EQ(world.simulation.store.find({"orders", "new"})->tenant, "O");
    EXPECT_TRUE(world.simulation.transition_log.entries().empty()) << "the history is not logged";
    EXPECT_EQ(world.simulation.now(), world.simulation.world().start);
    EXPECT_EQ(world.order(0).id, OrdersWorld().order(0).id)
        << "the ids do not depend on the history";
    world.advance(minutes(1));
    EXPECT_EQ(world.status({"orders", "new"}), "DONE") << "a running record continues";
}

TEST(History, HasChildrenAndEvents) {
    OrdersWorld world({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],
        "history":[{"collection":"orders","tenant":"main","id":"old","ago":"PT1H","body":{"size":0}},
                {"collection":"jobs","parent":"old","id":"job","ago":"PT50M","body":{}},
                {"collection":"orders","id":"old","ago":"PT49M59S","event":"abandon"}]})");
    EXPECT_EQ(world.status({"orders", "old"}), "CANCELLED");
    EXPECT_EQ(world.job({"orders", "old"}, 0).id, "job");
    EXPECT_THAT(world.jobs({"orders", "old"}), ElementsAre("CANCELLED"));
}

TEST(InitialRecords, HaveTheStateTheWorldStates) {
    OrdersWorld world({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],
        "records":[{"collection":"orders","tenant":"main","body":{"id":"a","status":"WORKING"}},
                   {"collection":"orders","tenant":"main","body":{"id":"b","status":"odd"}}]})");
    EXPECT_EQ(world.status({"orders", "a"}), "WORKING");
    EXPECT_EQ(world.status({"orders", "b"}), "");
    const RecordRef one = world.order(1);
    const RecordRef two = world.order(1);
    world.advance(seconds(1));
    EXPECT_EQ(world.status(one), "WORKING");
    EXPECT_EQ(world.status(two), "OPEN") << "the initial record occupies a slot";
}

TEST(MachineFaults, ReplaceEvents) {
    FaultOverrides overrides;
    overrides.event_replacements["order"]["abandon"] = "";
    OrdersWorld ignoring(overrides);
    const RecordRef order = ignoring.order(1);
    send_event(ignoring.simulation, "abandon", ignoring.number_of(order));
    EXPECT_EQ(ignoring.status(order), "OPEN");
    overrides.event_replacements["order"]["job_done"] = "abandon";
    OrdersWorld replacing(overrides);
    const RecordRef other = replacing.order(1);
    replacing.advance(minutes(1));
    EXPECT_EQ(replacing.status(other), "CANCELLED");
}

TEST(MachineFaults, AddTransitionsAndEffects) {
    const auto restart = read_transitions(
        FixtureValue(fixture(R"([{"from":"CANCELLED","to":"WORKING","after":"PT3S"}])")));
    const auto mark = read_effects(FixtureValue(fixture(R"([{"set":"/marked","to":true}])")));
    FaultOverrides overrides;
    overrides.transitions["order"] = *restart;
    overrides.on_enter["order/CANCELLED"] = *mark;
    FaultOverrides all;
    all.merge(overrides);
    OrdersWorld world(all);
    const RecordRef order = world.order(1);
    send_event(world.simulation, "abandon", world.number_of(order));
    EXPECT_EQ(world.body(order)["marked"], true);
    world.advance(seconds(3));
    EXPECT_EQ(world.status(order), "WORKING");
    EXPECT_THAT(world.jobs(order), Each("CANCELLED"));
}

}  // namespace
}  // namespace plumbline::mock

// Incidents, scripted ones and the past; what faults change about machines.

#include "mock_server/lifecycle/workshop_fixture.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

TEST(Incident, StrikesAtOnceWhereItCan) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    const RecordRef job = shop.job(order, 0);
    shop.wait(seconds(12));
    ASSERT_THAT(shop.strike("slip", job), IsOk());
    EXPECT_EQ(shop.status(job), "WAITING");
    EXPECT_EQ(shop.body(job)["slipped"], true);
    EXPECT_EQ(shop.body(job)["taps"], 1) << "what is done stays done";
    shop.wait(seconds(5));
    EXPECT_EQ(shop.status(job), "AT_WORK") << "after the rest";
    shop.wait(seconds(10));
    EXPECT_EQ(shop.status(order), "DONE");
}

TEST(Incident, WaitsForTheStateItStrikesIn) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    const RecordRef job = shop.job(order, 0);
    ASSERT_THAT(shop.strike("slip", job), IsOk());
    shop.wait(seconds(2));
    EXPECT_EQ(shop.status(job), "AT_WORK");
    shop.wait(seconds(1));
    EXPECT_EQ(shop.status(job), "WAITING") << "two seconds into its work";
}

TEST(Incident, StrikesAsOftenAsItIsTold) {
    Workshop shop;
    const RecordRef order = shop.order(2);
    shop.wait(seconds(1));
    ASSERT_THAT(shop.strike("slip", shop.job(order, 0), 3), IsOk());
    shop.wait(minutes(2));
    EXPECT_THAT(shop.jobs(order), ElementsAre("BROKEN", "DROPPED"));
    EXPECT_EQ(shop.body(shop.job(order, 0))["tried"], 3);
    EXPECT_EQ(shop.status(order), "DROPPED");
}

TEST(Incident, SpoilsWhatBelongsToIt) {
    Workshop shop;
    const RecordRef order = shop.order(3);
    shop.wait(seconds(1));
    shop.life.set_limit("tries", 1);
    ASSERT_THAT(shop.strike("slip", shop.job(order, 0)), IsOk());
    EXPECT_THAT(shop.jobs(order), ElementsAre("BROKEN", "DROPPED", "DROPPED"));
}

TEST(Incident, DoesNotStrikeWhatIsOver) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    shop.wait(minutes(1));
    const auto refused = shop.strike("slip", shop.job(order, 0));
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUnsupported));
    EXPECT_THAT(refused, FailsWith("is DONE, and slip strikes only before that"));
}

TEST(Incident, StrikesOneAfterTheOther) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    const RecordRef job = shop.job(order, 0);
    ASSERT_THAT(shop.strike("slip", job), IsOk());
    ASSERT_THAT(shop.strike("nap", job), IsOk());
    shop.wait(minutes(10));
    EXPECT_EQ(shop.status(job), "AT_WORK") << "it naps in its second attempt";
    EXPECT_EQ(shop.body(job)["tried"], 2);
}

TEST(Incident, MayStandInTheScriptOfAWorld) {
    Workshop shop({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],
        "incidents":[{"incident":"slip","child":1,"times":3}]})");
    const RecordRef order = shop.order(2);
    const RecordRef small = shop.order(1);
    shop.wait(minutes(2));
    EXPECT_THAT(shop.jobs(order), ElementsAre("DROPPED", "BROKEN"));
    EXPECT_THAT(shop.jobs(small), ElementsAre("DONE")) << "it has no second job";
}

TEST(Past, HasBeenLivedWhenTheWorldBegins) {
    Workshop shop({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main","other"],
        "past":[{"collection":"orders","tenant":"other","id":"new","ago":"PT5S","body":{"size":1}},
                {"collection":"orders","tenant":"main","id":"old","ago":"PT1H","body":{"size":2}}],
        "incidents":[{"incident":"slip","record":"old","child":0,"times":3}]})");
    const RecordRef old{"orders", "old"};
    EXPECT_EQ(shop.status(old), "DROPPED");
    EXPECT_THAT(shop.jobs(old), ElementsAre("BROKEN", "DROPPED"));
    EXPECT_EQ(shop.status({"orders", "new"}), "WORKING");
    EXPECT_EQ(shop.life.store().find({"orders", "new"})->tenant, "O");
    EXPECT_TRUE(shop.life.chronicle().changes().empty()) << "nobody has seen it";
    EXPECT_EQ(shop.life.now(), shop.life.world().start);
    EXPECT_EQ(shop.order(0).id, Workshop().order(0).id) << "ids are as if there were no past";
    shop.wait(minutes(1));
    EXPECT_EQ(shop.status({"orders", "new"}), "DONE") << "what lives goes on";
}

TEST(Past, MayBeARecordAsItIs) {
    Workshop shop({}, R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],
        "records":[{"collection":"orders","tenant":"main","body":{"id":"a","status":"WORKING"}},
                   {"collection":"orders","tenant":"main","body":{"id":"b","status":"odd"}}]})");
    EXPECT_EQ(shop.status({"orders", "a"}), "WORKING");
    EXPECT_EQ(shop.status({"orders", "b"}), "");
    const RecordRef one = shop.order(1);
    const RecordRef two = shop.order(1);
    shop.wait(seconds(1));
    EXPECT_EQ(shop.status(one), "WORKING");
    EXPECT_EQ(shop.status(two), "OPEN") << "the record of the world holds a slot";
}

TEST(MachineFaults, TakeOneEventForAnother) {
    Switches switches;
    switches.fire_instead["order"]["give_up"] = "";
    Workshop deaf(switches);
    const RecordRef order = deaf.order(1);
    deaf.life.fire("give_up", deaf.number_of(order));
    EXPECT_EQ(deaf.status(order), "OPEN");
    switches.fire_instead["order"]["job_done"] = "give_up";
    Workshop confused(switches);
    const RecordRef other = confused.order(1);
    confused.wait(minutes(1));
    EXPECT_EQ(confused.status(other), "DROPPED");
}

TEST(MachineFaults, AddTransitionsAndEffects) {
    const auto revives =
        read_transitions(fixture(R"([{"from":"DROPPED","to":"WORKING","after":"PT3S"}])"), "");
    const auto marks = read_effects(fixture(R"([{"set":"/marked","to":true}])"), "");
    Switches switches;
    switches.transitions["order"] = *revives;
    switches.on_enter["order/DROPPED"] = *marks;
    Switches all;
    all.add(switches);
    Workshop shop(all);
    const RecordRef order = shop.order(1);
    shop.life.fire("give_up", shop.number_of(order));
    EXPECT_EQ(shop.body(order)["marked"], true);
    shop.wait(seconds(3));
    EXPECT_EQ(shop.status(order), "WORKING");
    EXPECT_THAT(shop.jobs(order), Each("DROPPED"));
}

}  // namespace
}  // namespace plumbline::mock

// Alarms, the effects they have, and events that come of them.

#include "mock_server/lifecycle/workshop_fixture.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;

TEST(Alarms, RingAgainAndAgainWhileTheStateLasts) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    const RecordRef job = shop.job(order, 0);
    shop.wait(seconds(11));
    EXPECT_EQ(shop.body(job)["log"], Json::array({"tap 1"}));
    shop.wait(seconds(10));
    EXPECT_EQ(shop.body(job)["log"], Json::array({"tap 1", "tap 2"}));
    EXPECT_EQ(shop.status(order), "DONE");
    EXPECT_FALSE(shop.life.timers().next_due()) << "nothing rings in a final state";
}

TEST(Alarms, RingOnceAfterALimit) {
    Workshop shop;
    shop.life.set_limit("patience", Duration(seconds(15)).count());
    const RecordRef order = shop.order(1);
    shop.wait(seconds(15));
    EXPECT_EQ(shop.status(order), "WORKING");
    shop.wait(seconds(1));
    EXPECT_EQ(shop.status(order), "DROPPED");
    EXPECT_THAT(shop.jobs(order), Each("DROPPED"));
}

TEST(Alarms, ThatCountGoOnWhenTheirLimitChanges) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    shop.wait(seconds(1));
    ASSERT_THAT(shop.strike("nap", shop.job(order, 0)), IsOk());
    shop.life.set_limit("patience", Duration(seconds(1)).count());
    shop.wait(minutes(59));
    EXPECT_EQ(shop.status(order), "WORKING");
    shop.wait(minutes(1));
    EXPECT_EQ(shop.status(order), "DROPPED");
}

TEST(Alarms, AreSetOnlyIfTheirConditionsHold) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    const RecordRef job = shop.job(order, 0);
    shop.life.store().edit(*shop.life.store().find(job))["lazy"] = true;
    shop.wait(minutes(30));
    EXPECT_EQ(shop.status(job), "AT_WORK");
    EXPECT_FALSE(shop.body(job).contains("taps"));
}

TEST(Alarms, TakeTimesOfTheWorldAndOfFaults) {
    constexpr std::string_view kFast =
        R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],"timings":{"job":{"AT_WORK/tap":"PT1S"}}})";
    Workshop shop({}, kFast);
    const RecordRef order = shop.order(1);
    shop.wait(seconds(3));
    EXPECT_EQ(shop.status(order), "DONE");
    Switches switches;
    switches.timings["job/AT_WORK/tap"] = minutes(5);
    Workshop slow(switches, kFast);
    const RecordRef other = slow.order(1);
    slow.wait(minutes(9));
    EXPECT_EQ(slow.status(other), "WORKING");
}

TEST(Alarms, AreNoReasonToJumpFar) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    shop.life.jump_for(shop.number_of(order));
    shop.life.jump_for(shop.number_of(order));
    EXPECT_EQ(shop.status(order), "WORKING");
    shop.life.jump_for(shop.number_of(order));
    EXPECT_EQ(shop.life.now(), shop.life.world().start + seconds(11))
        << "to the next of all, not to its own alarm in an hour";
}

TEST(Effects, OfANumberAreWholeNumbers) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    const RecordRef job = shop.job(order, 0);
    shop.life.store().edit(*shop.life.store().find(job)).update(Json{{"whole", 10}, {"parts", 3}});
    shop.wait(seconds(11));
    EXPECT_EQ(shop.body(job)["share"], 3);
    shop.wait(seconds(10));
    EXPECT_EQ(shop.body(job)["share"], 6);
}

TEST(Effects, MakeAsManyRecordsAsTheySay) {
    Workshop shop;
    const RecordRef order = shop.order(3);
    EXPECT_EQ(shop.body(shop.job(order, 0))["number"], 0);
    EXPECT_EQ(shop.body(shop.job(order, 2))["number"], 2);
    EXPECT_EQ(shop.body(shop.job(order, 0))["day"], "2023-04-11");
    EXPECT_EQ(shop.body(shop.job(order, 2))["day"], "2023-04-13");
    EXPECT_TRUE(shop.jobs(shop.order(0)).empty());
}

TEST(Events, AreHandledWhenWhatHasFiredThemIsDone) {
    Workshop shop;
    const RecordRef order = shop.order(2);
    shop.wait(seconds(21));
    EXPECT_EQ(shop.status(order), "DONE");
    std::vector<std::string> told;
    for (const StateChange& change : shop.life.chronicle().changes()) {
        if (change.to == "DONE") told.emplace_back(change.collection);
    }
    EXPECT_THAT(told, ElementsAre("jobs", "jobs", "orders"));
}

TEST(Events, LeaveAFinalStateOnlyIfTold) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    shop.wait(minutes(1));
    const RecordRef job = shop.job(order, 0);
    shop.life.fire("drop", shop.number_of(job));
    EXPECT_EQ(shop.status(job), "DONE");
    shop.life.fire("drop", shop.number_of(job), true);
    EXPECT_EQ(shop.status(job), "DROPPED");
}

TEST(Chronicle, TellsEveryMoveAndItsCause) {
    Workshop shop;
    const RecordRef order = shop.order(1);
    shop.wait(seconds(1));
    shop.life.fire("give_up", shop.number_of(order));
    std::vector<std::string> told;
    for (const StateChange& change : shop.life.chronicle().changes())
        told.push_back(std::string(change.from)
                           .append(">")
                           .append(change.to)
                           .append(" ")
                           .append(change.cause));
    EXPECT_THAT(told,
                ElementsAre(">WAITING created",
                            ">OPEN created",
                            "OPEN>WORKING free",
                            "WAITING>AT_WORK free",
                            "WORKING>DROPPED give_up",
                            "AT_WORK>DROPPED drop"));
    EXPECT_EQ(change_text(shop.life.chronicle().changes()[2]),
              "2026-01-05T09:00:01.000000Z orders " + order.id + " OPEN -> WORKING (free)");
    EXPECT_EQ(shop.life.chronicle().taken("order", {"WORKING", "DROPPED", "give_up"}), 1U);
    EXPECT_EQ(shop.life.chronicle().taken("order", {"OPEN", "DROPPED", "give_up"}), 0U);
    EXPECT_EQ(shop.life.chronicle().taken("nobody", {"OPEN", "DROPPED", "give_up"}), 0U);
}

TEST(Chronicle, KeepsTheLatest) {
    Chronicle chronicle;
    for (std::size_t i = 0; i < Chronicle::kMostChanges + 2; ++i)
        chronicle.note({}, std::to_string(i), {"c", "A", "B"}, "x", "m");
    EXPECT_EQ(chronicle.changes().size(), Chronicle::kMostChanges);
    EXPECT_EQ(chronicle.changes().front().id, "2");
    EXPECT_EQ(chronicle.changes().back().id, std::to_string(Chronicle::kMostChanges + 1));
    EXPECT_EQ(chronicle.dropped(), 2U);
    EXPECT_EQ(chronicle.taken("m", {"A", "B", "x"}), Chronicle::kMostChanges + 2);
}

}  // namespace
}  // namespace plumbline::mock

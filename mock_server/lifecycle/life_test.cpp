#include "mock_server/lifecycle/life.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

TEST(Life, FillsInARecordAndStartsItsMachine) {
    Village village;
    const RecordRef house = village.build({{"color", "red"}});
    EXPECT_EQ(village.body(house)["id"], house.id);
    EXPECT_EQ(village.body(house)["made"], "2026-01-05T09:00:00.000000Z");
    EXPECT_EQ(village.body(house)["color"], "red");
    EXPECT_EQ(village.status(house), "NEW");
}

TEST(Life, LetsARecordActOnItsParent) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    EXPECT_EQ(village.body(house)["last_room"], room.id);
    EXPECT_EQ(village.body(room)["of"], house.id);
}

TEST(Life, MovesRecordsAsTheirTimersFire) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    EXPECT_EQ(village.life.advance(seconds(9)), 2U);
    EXPECT_EQ(village.status(room), "C");
    EXPECT_EQ(village.status(house), "NEW");
    EXPECT_EQ(village.body(house)["open"], true);
    EXPECT_EQ(village.life.advance(seconds(1)), 1U);
    EXPECT_EQ(village.status(house), "BUILT");
    EXPECT_FALSE(village.life.timers().next_due());
}

TEST(Life, GivesEffectsTheTimeTheirTimerWasDue) {
    Village village;
    const RecordRef house = village.build();
    (void)village.life.advance(std::chrono::hours(1));
    EXPECT_EQ(village.body(house)["moved"], "2026-01-05T09:00:10.000000Z");
    EXPECT_EQ(village.life.now(), Instant(village.life.world().start + std::chrono::hours(1)));
}

TEST(Life, ChoosesTheFirstTransitionWhoseConditionHolds) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef pink = village.furnish(house, {{"color", "pink"}});
    const RecordRef blue = village.furnish(house, {{"color", "blue"}});
    (void)village.life.advance(seconds(20));
    EXPECT_EQ(village.status(pink), "BAD");
    EXPECT_EQ(village.status(blue), "C");
}

TEST(Life, ShowsEveryStateBeforeItJumps) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    std::vector<std::string> seen;
    for (int i = 0; i < 3; ++i) {
        village.life.jump_for(village.number_of(room));
        seen.push_back(village.status(room));
    }
    EXPECT_THAT(seen, testing::ElementsAre("A", "B", "C"));
}

TEST(Life, ShowsWhatCameToBeOnTheWayOfAnotherRecord) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    village.life.jump_for(village.number_of(house));
    village.life.jump_for(village.number_of(house));
    EXPECT_EQ(village.status(house), "BUILT");
    const Instant then = village.life.now();
    const RecordRef late = village.furnish(house);
    village.life.jump_for(village.number_of(room));
    EXPECT_EQ(village.status(room), "C");
    EXPECT_EQ(village.life.now(), then);
    village.life.jump_for(village.number_of(late));
    EXPECT_EQ(village.status(late), "A");
}

TEST(Life, ShowsARecordThatARequestHasChanged) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    village.life.jump_for(village.number_of(room));
    village.life.mark_changed(village.number_of(room));
    village.life.jump_for(village.number_of(room));
    EXPECT_EQ(village.status(room), "A");
}

/// A page of the rooms of a house, newest first.
Selection rooms_in(const Village& village,
                   const RecordRef& house,
                   std::size_t offset = 0,
                   std::size_t limit = 10) {
    return {"T", village.number_of(house), true, offset, limit, {}};
}

TEST(Life, ShowsTheRecordsOfAListBeforeItJumps) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef other = village.build();
    const RecordRef room = village.furnish(house);
    const RecordRef elsewhere = village.furnish(other);
    village.life.jump_for_list("rooms", rooms_in(village, house));
    EXPECT_EQ(village.status(room), "A");
    village.life.jump_for_list("rooms", rooms_in(village, house));
    EXPECT_EQ(village.status(room), "B");
    EXPECT_EQ(village.status(elsewhere), "B");
    const Instant then = village.life.now();
    village.life.jump_for_list("rooms", rooms_in(village, other));
    EXPECT_EQ(village.life.now(), then) << "the other house's rooms have not been shown";
}

TEST(Life, ShowsOfAListOnlyWhatIsOnThePage) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef older = village.furnish(house);
    const RecordRef newer = village.furnish(house);
    const Instant then = village.life.now();
    village.life.jump_for_list("rooms", rooms_in(village, house, 2));
    EXPECT_EQ(village.life.now(), then) << "the page is empty";
    village.life.jump_for_list("rooms", rooms_in(village, house, 0, 1));
    village.life.jump_for(village.number_of(older));
    EXPECT_EQ(village.status(older), "A") << "the page held the newer one alone";
    village.life.jump_for(village.number_of(newer));
    EXPECT_EQ(village.status(newer), "B") << "which it has shown";
}

TEST(Life, JumpsToTheTimerOfThePolledRecord) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    village.life.jump_for(village.number_of(house));
    village.life.jump_for(village.number_of(house));
    EXPECT_EQ(village.status(house), "BUILT");
    EXPECT_EQ(village.status(room), "C");
}

TEST(Life, JumpsToTheNextTimerOfAllWhereThePolledRecordHasNone) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    village.life.jump_for(0);
    EXPECT_EQ(village.status(room), "B");
    EXPECT_EQ(village.status(house), "NEW");
}

TEST(Life, DoesNotJumpWithoutLeave) {
    Village village({}, {false, 1, false});
    const RecordRef house = village.build();
    village.life.jump_for(village.number_of(house));
    EXPECT_EQ(village.status(house), "NEW");
    village.life.clock().set_auto_advance(true);
    village.life.clock().freeze(true);
    village.life.jump_for(village.number_of(house));
    EXPECT_EQ(village.status(house), "NEW");
}

TEST(Life, TicksOnlyWhileTheClockMayMove) {
    Village village;
    village.life.tick();
    EXPECT_EQ(village.life.now(), village.life.world().start + std::chrono::milliseconds(1));
    village.life.clock().freeze(true);
    village.life.tick();
    EXPECT_EQ(village.life.now(), village.life.world().start + std::chrono::milliseconds(1));
}

TEST(Life, CatchesUpWithARealClock) {
    Village village({}, {true, 10, true});
    const RecordRef house = village.build();
    village.machine.wait(seconds(1));
    village.life.catch_up();
    EXPECT_EQ(village.status(house), "BUILT");
}

TEST(Life, TakesChildrenAlongWhenARecordGoes) {
    Village village;
    const RecordRef house = village.build();
    const RecordRef room = village.furnish(house);
    village.life.fire("delete", village.number_of(house));
    EXPECT_EQ(village.status(house), "FALLING");
    EXPECT_FALSE(village.due_of(room));
    (void)village.life.advance(seconds(1));
    EXPECT_EQ(village.life.store().find(house), nullptr);
    EXPECT_EQ(village.life.store().find(room), nullptr);
}

TEST(Life, TakesAnEventOnceOnly) {
    Village village;
    const RecordRef house = village.build();
    village.life.fire("delete", village.number_of(house));
    const auto due = village.due_of(house);
    village.life.clock().move_to(village.life.now() + std::chrono::milliseconds(500));
    village.life.fire("delete", village.number_of(house));
    EXPECT_EQ(village.due_of(house), due);
    village.life.fire("paint", village.number_of(house));
    EXPECT_EQ(village.status(house), "FALLING");
}

TEST(Life, RemovesARecordWithoutMachineAtOnce) {
    Village village;
    const RecordNumber stone =
        village.life.create({"stones", 0, "T", std::make_shared<const Json>(Json::object()), ""});
    village.life.fire("polish", stone);
    EXPECT_TRUE(village.life.store().find(stone));
    village.life.fire("delete", stone);
    EXPECT_FALSE(village.life.store().find(stone));
}

TEST(Life, LeavesOutDisabledEffects) {
    Switches switches;
    switches.disabled_effects = {"counts_room"};
    Village village(switches);
    const RecordRef house = village.build();
    (void)village.furnish(house);
    EXPECT_FALSE(village.body(house).contains("last_room"));
}

TEST(Life, RunsTriggeredEffectsOnlyWhenTriggeredOrForced) {
    const auto effects =
        read_effects(fixture(R"([{"id":"e","create":"rooms","needs_trigger":true}])"), "");
    Village village;
    const RecordRef house = village.build();
    village.life.run(*effects, village.number_of(house), {.triggered = false});
    EXPECT_EQ(village.rooms_of(house), 0U);
    village.life.run(*effects, village.number_of(house), {});
    EXPECT_EQ(village.rooms_of(house), 1U);

    Switches switches;
    switches.forced_effects = {"e"};
    Village forced(switches);
    const RecordRef other = forced.build();
    forced.life.run(*effects, forced.number_of(other), {.triggered = false});
    EXPECT_EQ(forced.rooms_of(other), 1U);
}

TEST(Life, StandsStillWhereAMachineIsFrozen) {
    Switches switches;
    switches.frozen_machines = {"house"};
    Village village(switches);
    const RecordRef house = village.build();
    (void)village.life.advance(std::chrono::hours(1));
    EXPECT_EQ(village.status(house), "NEW");
}

TEST(Life, TakesTimingsOfTheWorld) {
    Village village(
        {},
        {},
        R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],"timings":{"house":{"NEW":"PT1S"}}})");
    const RecordRef house = village.build();
    (void)village.life.advance(seconds(1));
    EXPECT_EQ(village.status(house), "BUILT");
}

}  // namespace
}  // namespace plumbline::mock

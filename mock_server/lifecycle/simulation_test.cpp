#include "mock_server/lifecycle/simulation.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

using std::chrono::seconds;

TEST(Simulation, CompletesANewRecordAndStartsItsMachine) {
    RoomsWorld world;
    const RecordRef house = world.add_house({{"color", "red"}});
    EXPECT_EQ(world.body(house)["id"], house.id);
    EXPECT_EQ(world.body(house)["made"], "2026-01-05T09:00:00.000000Z");
    EXPECT_EQ(world.body(house)["color"], "red");
    EXPECT_EQ(world.status(house), "NEW");
}

TEST(Simulation, RunsEffectsOnTheParent) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    EXPECT_EQ(world.body(house)["last_room"], room.id);
    EXPECT_EQ(world.body(room)["of"], house.id);
}

TEST(Simulation, ChangesStatesWhenTimersFire) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    EXPECT_EQ(advance_clock(world.simulation, seconds(9)), 2U);
    EXPECT_EQ(world.status(room), "C");
    EXPECT_EQ(world.status(house), "NEW");
    EXPECT_EQ(world.body(house)["open"], true);
    EXPECT_EQ(advance_clock(world.simulation, seconds(1)), 1U);
    EXPECT_EQ(world.status(house), "BUILT");
    EXPECT_FALSE(world.simulation.timers.next_due());
}

TEST(Simulation, RunsEffectsAtTheDueTimeOfTheirTimer) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    (void)advance_clock(world.simulation, std::chrono::hours(1));
    EXPECT_EQ(world.body(house)["moved"], "2026-01-05T09:00:10.000000Z");
    EXPECT_EQ(world.simulation.now(),
              Instant(world.simulation.world().start + std::chrono::hours(1)));
}

TEST(Simulation, ChoosesTheFirstTransitionWhoseConditionsHold) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef pink = world.add_room(house, {{"color", "pink"}});
    const RecordRef blue = world.add_room(house, {{"color", "blue"}});
    (void)advance_clock(world.simulation, seconds(20));
    EXPECT_EQ(world.status(pink), "BAD");
    EXPECT_EQ(world.status(blue), "C");
}

TEST(Simulation, ReturnsEveryStateToAPollingClient) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    std::vector<std::string> seen;
    for (int i = 0; i < 3; ++i) {
        auto_advance_for(world.simulation, world.number_of(room));
        seen.push_back(world.status(room));
    }
    EXPECT_THAT(seen, testing::ElementsAre("A", "B", "C"));
}

TEST(Simulation, ReturnsChangesCausedByAnotherRecordsPollBeforeTimeAdvances) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    auto_advance_for(world.simulation, world.number_of(house));
    auto_advance_for(world.simulation, world.number_of(house));
    EXPECT_EQ(world.status(house), "BUILT");
    const Instant then = world.simulation.now();
    const RecordRef late = world.add_room(house);
    auto_advance_for(world.simulation, world.number_of(room));
    EXPECT_EQ(world.status(room), "C");
    EXPECT_EQ(world.simulation.now(), then);
    auto_advance_for(world.simulation, world.number_of(late));
    EXPECT_EQ(world.status(late), "A");
}

TEST(Simulation, ReturnsARecordChangedByARequestBeforeTimeAdvances) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    auto_advance_for(world.simulation, world.number_of(room));
    mark_changed(world.simulation, world.number_of(room));
    auto_advance_for(world.simulation, world.number_of(room));
    EXPECT_EQ(world.status(room), "A");
}

/// Returns the query for a page of the rooms of a house, newest first.
RecordQuery rooms_in(const RoomsWorld& world,
                     const RecordRef& house,
                     std::size_t offset = 0,
                     std::size_t limit = 10) {
    return {"T", world.number_of(house), true, offset, limit, {}};
}

TEST(Simulation, ReturnsTheRecordsOfAListBeforeTimeAdvances) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef other = world.add_house();
    const RecordRef room = world.add_room(house);
    const RecordRef elsewhere = world.add_room(other);
    auto_advance_for_list(world.simulation, "rooms", rooms_in(world, house));
    EXPECT_EQ(world.status(room), "A");
    auto_advance_for_list(world.simulation, "rooms", rooms_in(world, house));
    EXPECT_EQ(world.status(room), "B");
    EXPECT_EQ(world.status(elsewhere), "B");
    const Instant then = world.simulation.now();
    auto_advance_for_list(world.simulation, "rooms", rooms_in(world, other));
    EXPECT_EQ(world.simulation.now(), then)
        << "the rooms of the other house have not been returned";
}

TEST(Simulation, MarksOnlyTheRecordsOnThePageAsReturned) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef older = world.add_room(house);
    const RecordRef newer = world.add_room(house);
    const Instant then = world.simulation.now();
    auto_advance_for_list(world.simulation, "rooms", rooms_in(world, house, 2));
    EXPECT_EQ(world.simulation.now(), then) << "the page is empty";
    auto_advance_for_list(world.simulation, "rooms", rooms_in(world, house, 0, 1));
    auto_advance_for(world.simulation, world.number_of(older));
    EXPECT_EQ(world.status(older), "A") << "the page contained only the newer one";
    auto_advance_for(world.simulation, world.number_of(newer));
    EXPECT_EQ(world.status(newer), "B") << "which the page contained";
}

TEST(Simulation, AdvancesToTheTimerOfThePolledRecord) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    auto_advance_for(world.simulation, world.number_of(house));
    auto_advance_for(world.simulation, world.number_of(house));
    EXPECT_EQ(world.status(house), "BUILT");
    EXPECT_EQ(world.status(room), "C");
}

TEST(Simulation, AdvancesToTheNextTimerIfThePolledRecordHasNone) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    auto_advance_for(world.simulation, 0);
    EXPECT_EQ(world.status(room), "B");
    EXPECT_EQ(world.status(house), "NEW");
}

TEST(Simulation, DoesNotAdvanceWithoutAutoAdvanceOrWhileFrozen) {
    RoomsWorld world({}, {false, 1, false});
    const RecordRef house = world.add_house();
    auto_advance_for(world.simulation, world.number_of(house));
    EXPECT_EQ(world.status(house), "NEW");
    world.simulation.clock.set_auto_advance(true);
    world.simulation.clock.freeze(true);
    auto_advance_for(world.simulation, world.number_of(house));
    EXPECT_EQ(world.status(house), "NEW");
}

TEST(Simulation, TicksOnlyWhileTheClockCanAdvance) {
    RoomsWorld world;
    tick(world.simulation);
    EXPECT_EQ(world.simulation.now(),
              world.simulation.world().start + std::chrono::milliseconds(1));
    world.simulation.clock.freeze(true);
    tick(world.simulation);
    EXPECT_EQ(world.simulation.now(),
              world.simulation.world().start + std::chrono::milliseconds(1));
}

TEST(Simulation, FiresDueTimersOfARealClock) {
    RoomsWorld world({}, {true, 10, true});
    const RecordRef house = world.add_house();
    world.host_clock.wait(seconds(1));
    fire_due_timers(world.simulation);
    EXPECT_EQ(world.status(house), "BUILT");
}

TEST(Simulation, RemovesChildrenWithTheirParent) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const RecordRef room = world.add_room(house);
    send_event(world.simulation, "delete", world.number_of(house));
    EXPECT_EQ(world.status(house), "FALLING");
    EXPECT_FALSE(world.due_of(room));
    (void)advance_clock(world.simulation, seconds(1));
    EXPECT_EQ(world.simulation.store.find(house), nullptr);
    EXPECT_EQ(world.simulation.store.find(room), nullptr);
}

TEST(Simulation, HandlesAnEventOnlyOnce) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    send_event(world.simulation, "delete", world.number_of(house));
    const auto due = world.due_of(house);
    world.simulation.clock.set_time(world.simulation.now() + std::chrono::milliseconds(500));
    send_event(world.simulation, "delete", world.number_of(house));
    EXPECT_EQ(world.due_of(house), due);
    send_event(world.simulation, "paint", world.number_of(house));
    EXPECT_EQ(world.status(house), "FALLING");
}

TEST(Simulation, RemovesARecordWithoutMachineImmediately) {
    RoomsWorld world;
    const RecordNumber stone = create_record(
        world.simulation, {"stones", 0, "T", std::make_shared<const Json>(Json::object()), ""});
    send_event(world.simulation, "polish", stone);
    EXPECT_TRUE(world.simulation.store.find(stone));
    send_event(world.simulation, "delete", stone);
    EXPECT_FALSE(world.simulation.store.find(stone));
}

TEST(Simulation, SkipsDisabledEffects) {
    FaultOverrides overrides;
    overrides.disabled_effects = {"counts_room"};
    RoomsWorld world(overrides);
    const RecordRef house = world.add_house();
    (void)world.add_room(house);
    EXPECT_FALSE(world.body(house).contains("last_room"));
}

TEST(Simulation, RunsTriggeredEffectsOnlyWhenTriggeredOrForced) {
    const auto effects = read_effects(
        FixtureValue(fixture(R"([{"id":"e","create":"rooms","needs_trigger":true}])")));
    RoomsWorld world;
    const RecordRef house = world.add_house();
    run_effects(world.simulation, *effects, world.number_of(house), {.triggers_revision = false});
    EXPECT_EQ(world.room_count(house), 0U);
    run_effects(world.simulation, *effects, world.number_of(house), {});
    EXPECT_EQ(world.room_count(house), 1U);

    FaultOverrides overrides;
    overrides.forced_effects = {"e"};
    RoomsWorld forced(overrides);
    const RecordRef other = forced.add_house();
    run_effects(forced.simulation, *effects, forced.number_of(other), {.triggers_revision = false});
    EXPECT_EQ(forced.room_count(other), 1U);
}

TEST(Simulation, DoesNotAdvanceAFrozenMachine) {
    FaultOverrides overrides;
    overrides.frozen_machines = {"house"};
    RoomsWorld world(overrides);
    const RecordRef house = world.add_house();
    (void)advance_clock(world.simulation, std::chrono::hours(1));
    EXPECT_EQ(world.status(house), "NEW");
}

TEST(Simulation, UsesTimingsOfTheWorld) {
    RoomsWorld world(
        {},
        {},
        R"({"start":"2026-01-05T09:00:00Z","tenants":["main"],"timings":{"house":{"NEW":"PT1S"}}})");
    const RecordRef house = world.add_house();
    (void)advance_clock(world.simulation, seconds(1));
    EXPECT_EQ(world.status(house), "BUILT");
}

}  // namespace
}  // namespace plumbline::mock

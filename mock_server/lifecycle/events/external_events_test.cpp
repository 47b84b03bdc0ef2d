// External events: which records they apply to, and their effects.

#include "mock_server/lifecycle/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

/// Houses of every kind, and a storm event for one street.
struct StormEvent {
    explicit StormEvent(const FaultOverrides& overrides = {}) : world(overrides) {}

    std::vector<RecordRef> dispatch(const char* street) {
        return dispatch_event(world.simulation,
                              *world.simulation.model().find_event("storm"),
                              Json{{"street", street}});
    }
    [[nodiscard]] std::size_t rooms(const RecordRef& house) { return world.room_count(house); }

    RoomsWorld world;
    RecordRef open = world.add_house({{"street", "A"}, {"door", true}});
    RecordRef closed = world.add_house({{"street", "A"}, {"door", false}});
    RecordRef ajar = world.add_house({{"street", "A"}, {"door", "ajar"}});
    RecordRef elsewhere = world.add_house({{"street", "B"}, {"door", true}});
    RecordRef nowhere = world.add_house({{"door", true}});
};

TEST(ExternalEvent, RunsItsEffectsOnMatchingRecords) {
    StormEvent storm;
    EXPECT_THAT(storm.dispatch("A"), ElementsAre(storm.open, storm.ajar));
    EXPECT_EQ(storm.rooms(storm.open), 1U);
    EXPECT_EQ(storm.world.body(storm.ajar)["wet"], "2026-01-05T09:00:00.000000Z");
    EXPECT_EQ(storm.rooms(storm.closed), 0U);
    EXPECT_EQ(storm.rooms(storm.elsewhere), 0U);
    EXPECT_FALSE(storm.world.body(storm.nowhere).contains("wet"));
}

TEST(ExternalEvent, AffectsNoRecordWithoutAMatch) {
    StormEvent storm;
    EXPECT_THAT(storm.dispatch("C"), testing::IsEmpty());
}

TEST(ExternalEvent, AffectsMoreRecordsWithADisabledCondition) {
    FaultOverrides overrides;
    overrides.disabled_conditions = {"only_there"};
    StormEvent storm(overrides);
    EXPECT_THAT(storm.dispatch("A"),
                ElementsAre(storm.open, storm.ajar, storm.elsewhere, storm.nowhere));
}

TEST(ExternalEvent, SkipsDisabledEffects) {
    FaultOverrides overrides;
    overrides.disabled_effects = {"floods_room"};
    StormEvent storm(overrides);
    EXPECT_THAT(storm.dispatch("B"), ElementsAre(storm.elsewhere));
    EXPECT_EQ(storm.rooms(storm.elsewhere), 0U);
}

TEST(ExternalEvent, IsReturnedToTheNextPollBeforeTimeAdvances) {
    StormEvent storm;
    auto_advance_for(storm.world.simulation, storm.world.number_of(storm.open));
    (void)storm.dispatch("A");
    const Instant then = storm.world.simulation.now();
    auto_advance_for(storm.world.simulation, storm.world.number_of(storm.open));
    EXPECT_EQ(storm.world.simulation.now(), then);
}

TEST(ExternalEvent, HasConditionsThatFailWithoutItsPayload) {
    const StormEvent storm;
    const ExternalEvent& event = *storm.world.simulation.model().find_event("storm");
    EXPECT_FALSE(storm.world.holds(event.when, storm.open));
}

}  // namespace
}  // namespace plumbline::mock

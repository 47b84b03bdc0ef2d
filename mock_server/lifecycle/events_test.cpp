// What happens outside and changes records: which ones, and how.

#include "mock_server/lifecycle/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

/// A village with houses of all kinds, and a storm over one street.
struct Storm {
    explicit Storm(const Switches& switches = {}) : village(switches) {}

    std::vector<RecordRef> rage(const char* street) {
        return village.life.tell(*village.life.laws().find_event("storm"),
                                 Json{{"street", street}});
    }
    [[nodiscard]] std::size_t rooms(const RecordRef& house) { return village.rooms_of(house); }

    Village village;
    RecordRef open = village.build({{"street", "A"}, {"door", true}});
    RecordRef shut = village.build({{"street", "A"}, {"door", false}});
    RecordRef ajar = village.build({{"street", "A"}, {"door", "ajar"}});
    RecordRef elsewhere = village.build({{"street", "B"}, {"door", true}});
    RecordRef nowhere = village.build({{"door", true}});
};

TEST(Event, RunsItsEffectsOnTheRecordsThatItConcerns) {
    Storm storm;
    EXPECT_THAT(storm.rage("A"), ElementsAre(storm.open, storm.ajar));
    EXPECT_EQ(storm.rooms(storm.open), 1U);
    EXPECT_EQ(storm.village.body(storm.ajar)["wet"], "2026-01-05T09:00:00.000000Z");
    EXPECT_EQ(storm.rooms(storm.shut), 0U);
    EXPECT_EQ(storm.rooms(storm.elsewhere), 0U);
    EXPECT_FALSE(storm.village.body(storm.nowhere).contains("wet"));
}

TEST(Event, ConcernsNobodyWhereNothingFits) {
    Storm storm;
    EXPECT_THAT(storm.rage("C"), testing::IsEmpty());
}

TEST(Event, ConcernsMoreWithoutOneOfItsConditions) {
    Switches switches;
    switches.disabled_conditions = {"only_there"};
    Storm storm(switches);
    EXPECT_THAT(storm.rage("A"),
                ElementsAre(storm.open, storm.ajar, storm.elsewhere, storm.nowhere));
}

TEST(Event, HasItsEffectsLeftOutLikeAnyOther) {
    Switches switches;
    switches.disabled_effects = {"floods_room"};
    Storm storm(switches);
    EXPECT_THAT(storm.rage("B"), ElementsAre(storm.elsewhere));
    EXPECT_EQ(storm.rooms(storm.elsewhere), 0U);
}

TEST(Event, IsShownToTheNextPollBeforeTimeJumps) {
    Storm storm;
    storm.village.life.jump_for(storm.village.number_of(storm.open));
    (void)storm.rage("A");
    const Instant then = storm.village.life.now();
    storm.village.life.jump_for(storm.village.number_of(storm.open));
    EXPECT_EQ(storm.village.life.now(), then);
}

TEST(Event, HasConditionsThatHoldForNobodyWithoutIt) {
    const Storm storm;
    const Event& event = *storm.village.life.laws().find_event("storm");
    EXPECT_FALSE(storm.village.holds(event.when, storm.open));
}

}  // namespace
}  // namespace plumbline::mock

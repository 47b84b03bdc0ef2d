// The values of placeholders, and when conditions hold.

#include "mock_server/lifecycle/definition/effect.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

TEST(Simulation, FillsPlaceholders) {
    RoomsWorld world;
    const RecordRef house = world.add_house({{"color", "red"}});
    const Record* record = world.simulation.store.find(world.add_room(house));
    EXPECT_EQ(*placeholder_value(world.simulation, "tenant", record), "T");
    EXPECT_EQ(*placeholder_value(world.simulation, "parent:/color", record), "red");
    EXPECT_EQ(*placeholder_value(world.simulation, "body:/id", record), record->ref.id);
    EXPECT_TRUE(placeholder_value(world.simulation, "body:/none", record)->is_null());
    EXPECT_EQ(placeholder_value(world.simulation, "sha", record)->get<std::string>().size(), 40U);
    EXPECT_TRUE(
        is_uuid(placeholder_value(world.simulation, "named:first", record)->get<std::string>()));
    EXPECT_FALSE(placeholder_value(world.simulation, "other", record).has_value());
}

TEST(Simulation, ReturnsTheSameIdForANameEveryTime) {
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const Json before =
        *placeholder_value(world.simulation, "named:first", world.simulation.store.find(house));
    const Record* record = world.simulation.store.find(world.add_room(house));
    EXPECT_EQ(*placeholder_value(world.simulation, "named:first", record), before);
    EXPECT_NE(*placeholder_value(world.simulation, "named:second", record), before);
}

TEST(Simulation, FillsPlaceholdersFromTheRequestAndThePreviousRecord) {
    const auto effects = read_effects(
        FixtureValue(fixture(
            R"([{"set":"/now","to":"{request:/color}"},{"set":"/then","to":"{before:/color}"}])")),
        PlaceholderScope::kRequest);
    ASSERT_THAT(effects, IsOk());
    RoomsWorld world;
    const RecordRef house = world.add_house();
    const Json request{{"color", "blue"}};
    const Json before{{"color", "red"}};
    run_effects(world.simulation, *effects, world.number_of(house), {true, &request, &before});
    EXPECT_EQ(world.body(house)["now"], "blue");
    EXPECT_EQ(world.body(house)["then"], "red");
    run_effects(world.simulation, *effects, world.number_of(house), {});
    EXPECT_TRUE(world.body(house)["now"].is_null());
}

struct PlaceholderCase {
    std::string name;
    std::string placeholder;
    PlaceholderScope around;
};

void PrintTo(const PlaceholderCase& placeholder_case, std::ostream* out) {
    *out << placeholder_case.name;
}

class UnavailablePlaceholders : public testing::TestWithParam<PlaceholderCase> {};

TEST_P(UnavailablePlaceholders, AreRejected) {
    const Document text = fixture("{\"a\":\"{" + GetParam().placeholder + "}\"}");
    const auto checked = check_placeholders(FixtureValue(text, "/a"), GetParam().around);
    EXPECT_THAT(checked, FailsWith("unknown placeholder {" + GetParam().placeholder + "}"));
    EXPECT_THAT(checked, FailsWith("test.json:1:"));
}

INSTANTIATE_TEST_SUITE_P(
    Placeholders,
    UnavailablePlaceholders,
    testing::Values(PlaceholderCase{"name_left_out", "named:", PlaceholderScope::kRecord},
                    PlaceholderCase{"pointer_left_out", "body:", PlaceholderScope::kRecord},
                    PlaceholderCase{"no_pointer", "body:id", PlaceholderScope::kRecord},
                    PlaceholderCase{"no_request", "request:/a", PlaceholderScope::kRecord},
                    PlaceholderCase{"nothing_before", "before:/a", PlaceholderScope::kRecord},
                    PlaceholderCase{"no_record", "id", PlaceholderScope::kNoRecord},
                    PlaceholderCase{"no_parent", "parent_id", PlaceholderScope::kNoRecord},
                    PlaceholderCase{"no_body", "body:/id", PlaceholderScope::kNoRecord}),
    [](const auto& tested) { return tested.param.name; });

TEST(Placeholders, AreAcceptedWhereTheyAreAvailable) {
    const Document text = fixture(R"({"a":"{named:x}{uuid}{now}","b":"{before:/a}{id}"})");
    EXPECT_THAT(check_placeholders(FixtureValue(text, "/a"), PlaceholderScope::kNoRecord), IsOk());
    EXPECT_THAT(check_placeholders(FixtureValue(text, "/b"), PlaceholderScope::kRequest), IsOk());
}

TEST(Conditions, CompareAFieldWithAnotherField) {
    const auto conditions =
        read_conditions(FixtureValue(fixture(R"([{"any_of":["/door"],"differs_from":"/wall"}])")));
    RoomsWorld world;
    EXPECT_TRUE(world.holds(conditions, world.add_house({{"door", "red"}, {"wall", "blue"}})));
    EXPECT_TRUE(world.holds(conditions, world.add_house({{"door", "red"}})));
    EXPECT_FALSE(world.holds(conditions, world.add_house({{"door", "red"}, {"wall", "red"}})));
    EXPECT_FALSE(world.holds(conditions, world.add_house({{"door", nullptr}, {"wall", "red"}})));
}

TEST(Conditions, AcceptAMissingField) {
    const auto conditions =
        read_conditions(FixtureValue(fixture(R"([{"any_of":["/color"],"missing":true}])")));
    RoomsWorld world;
    EXPECT_TRUE(world.holds(conditions, world.add_house()));
    EXPECT_TRUE(world.holds(conditions, world.add_house({{"color", nullptr}})));
    EXPECT_FALSE(world.holds(conditions, world.add_house({{"color", "red"}})));
}

TEST(Conditions, MustAllHold) {
    const auto conditions = read_conditions(FixtureValue(fixture(
        R"([{"any_of":["/a","/b"],"is":["x","y"]},{"on":"parent","any_of":["/color"],"is":["red"]}])")));
    RoomsWorld world;
    const RecordRef red = world.add_house({{"color", "red"}});
    EXPECT_TRUE(world.holds(conditions, world.add_room(red, {{"b", "y"}})));
    EXPECT_FALSE(world.holds(conditions, world.add_room(red, {{"b", 1}})));
    EXPECT_FALSE(world.holds(conditions, world.add_room(world.add_house(), {{"b", "y"}})));
}

}  // namespace
}  // namespace plumbline::mock

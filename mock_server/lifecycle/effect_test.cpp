// Placeholders and conditions: what they stand for, where they hold.

#include "mock_server/lifecycle/effect.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

TEST(Life, KnowsWhatPlaceholdersStandFor) {
    Village village;
    const RecordRef house = village.build({{"color", "red"}});
    const Record* record = village.life.store().find(village.furnish(house));
    EXPECT_EQ(*village.life.value_of("tenant", record), "T");
    EXPECT_EQ(*village.life.value_of("parent:/color", record), "red");
    EXPECT_EQ(*village.life.value_of("body:/id", record), record->ref.id);
    EXPECT_TRUE(village.life.value_of("body:/none", record)->is_null());
    EXPECT_EQ(village.life.value_of("sha", record)->get<std::string>().size(), 40U);
    EXPECT_TRUE(is_uuid(village.life.value_of("named:anybody", record)->get<std::string>()));
    EXPECT_FALSE(village.life.value_of("other", record).has_value());
}

TEST(Life, GivesANameOneIdWhoeverAsksAndWhenever) {
    Village village;
    const RecordRef house = village.build();
    const Json before = *village.life.value_of("named:somebody", village.life.store().find(house));
    const Record* record = village.life.store().find(village.furnish(house));
    EXPECT_EQ(*village.life.value_of("named:somebody", record), before);
    EXPECT_NE(*village.life.value_of("named:nobody", record), before);
}

TEST(Life, TellsEffectsOfTheRequestAndOfTheRecordBeforeIt) {
    const auto effects = read_effects(
        fixture(
            R"([{"set":"/now","to":"{request:/color}"},{"set":"/then","to":"{before:/color}"}])"),
        "",
        Around::kRequest);
    ASSERT_THAT(effects, IsOk());
    Village village;
    const RecordRef house = village.build();
    const Json request{{"color", "blue"}};
    const Json before{{"color", "red"}};
    village.life.run(*effects, village.number_of(house), {true, &request, &before});
    EXPECT_EQ(village.body(house)["now"], "blue");
    EXPECT_EQ(village.body(house)["then"], "red");
    village.life.run(*effects, village.number_of(house), {});
    EXPECT_TRUE(village.body(house)["now"].is_null());
}

struct Hole {
    std::string name;
    std::string placeholder;
    Around around;
};

void PrintTo(const Hole& hole, std::ostream* out) {
    *out << hole.name;
}

class PlaceholdersNothingFills : public testing::TestWithParam<Hole> {};

TEST_P(PlaceholdersNothingFills, AreRefused) {
    const Document text = fixture("{\"a\":\"{" + GetParam().placeholder + "}\"}");
    const auto checked = check_placeholders(text, "/a", GetParam().around);
    EXPECT_THAT(checked, FailsWith("unknown placeholder {" + GetParam().placeholder + "}"));
    EXPECT_THAT(checked, FailsWith("test.json:1:"));
}

INSTANTIATE_TEST_SUITE_P(Placeholders,
                         PlaceholdersNothingFills,
                         testing::Values(Hole{"name_left_out", "named:", Around::kRecord},
                                         Hole{"pointer_left_out", "body:", Around::kRecord},
                                         Hole{"no_pointer", "body:id", Around::kRecord},
                                         Hole{"no_request", "request:/a", Around::kRecord},
                                         Hole{"nothing_before", "before:/a", Around::kRecord},
                                         Hole{"no_record", "id", Around::kNothing},
                                         Hole{"no_parent", "parent_id", Around::kNothing},
                                         Hole{"no_body", "body:/id", Around::kNothing}),
                         [](const auto& tested) { return tested.param.name; });

TEST(Placeholders, AreTakenWhereSomethingFillsThem) {
    const Document text = fixture(R"({"a":"{named:x}{uuid}{now}","b":"{before:/a}{id}"})");
    EXPECT_THAT(check_placeholders(text, "/a", Around::kNothing), IsOk());
    EXPECT_THAT(check_placeholders(text, "/b", Around::kRequest), IsOk());
}

TEST(Conditions, MayAskForAnotherValueThanANeighbours) {
    const auto conditions =
        read_conditions(fixture(R"([{"any_of":["/door"],"other_than":"/wall"}])"), "");
    Village village;
    EXPECT_TRUE(village.holds(conditions, village.build({{"door", "red"}, {"wall", "blue"}})));
    EXPECT_TRUE(village.holds(conditions, village.build({{"door", "red"}})));
    EXPECT_FALSE(village.holds(conditions, village.build({{"door", "red"}, {"wall", "red"}})));
    EXPECT_FALSE(village.holds(conditions, village.build({{"door", nullptr}, {"wall", "red"}})));
}

TEST(Conditions, MayAskForWhatIsMissing) {
    const auto conditions =
        read_conditions(fixture(R"([{"any_of":["/color"],"missing":true}])"), "");
    Village village;
    EXPECT_TRUE(village.holds(conditions, village.build()));
    EXPECT_TRUE(village.holds(conditions, village.build({{"color", nullptr}})));
    EXPECT_FALSE(village.holds(conditions, village.build({{"color", "red"}})));
}

TEST(Conditions, MustAllHold) {
    const auto conditions = read_conditions(
        fixture(
            R"([{"any_of":["/a","/b"],"is":["x","y"]},{"on":"parent","any_of":["/color"],"is":["red"]}])"),
        "");
    Village village;
    const RecordRef red = village.build({{"color", "red"}});
    EXPECT_TRUE(village.holds(conditions, village.furnish(red, {{"b", "y"}})));
    EXPECT_FALSE(village.holds(conditions, village.furnish(red, {{"b", 1}})));
    EXPECT_FALSE(village.holds(conditions, village.furnish(village.build(), {{"b", "y"}})));
}

}  // namespace
}  // namespace plumbline::mock

#include "mock_server/lifecycle/laws.hpp"

#include "mock_server/lifecycle/workshop_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

TEST(Laws, KnowCollectionsMachinesAndEffects) {
    const auto laws = laws_of(kHouses);
    ASSERT_THAT(laws, IsOk());
    EXPECT_EQ((*laws)->collection("rooms").title, "Room");
    EXPECT_EQ((*laws)->machine_of("rooms")->name(), "room");
    EXPECT_EQ((*laws)->machine_of("stones"), nullptr);
    EXPECT_THAT((*laws)->children_of("houses"), ElementsAre("rooms"));
    EXPECT_THAT((*laws)->effect_ids(), IsSupersetOf({"counts_room", "opens_house", "floods_room"}));
}

TEST(Laws, KnowEventsAndTheirConditions) {
    const auto laws = laws_of(kHouses);
    ASSERT_THAT(laws, IsOk());
    EXPECT_EQ((*laws)->find_event("storm")->collection, "houses");
    EXPECT_EQ((*laws)->find_event("flood"), nullptr);
    EXPECT_THAT((*laws)->condition_ids(), IsSupersetOf({"only_there"}));
}

struct BadLaws {
    std::string name;
    std::string collections;
    std::string message;
};

void PrintTo(const BadLaws& bad, std::ostream* out) {
    *out << bad.name;
}

class BadCollections : public testing::TestWithParam<BadLaws> {};

TEST_P(BadCollections, AreRefused) {
    const auto laws = laws_of(GetParam().collections);
    EXPECT_THAT(laws, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(laws, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Laws,
    BadCollections,
    testing::Values(
        BadLaws{"none", "{}", "needs the member \"collections\""},
        BadLaws{
            "parent", R"({"collections":{"a":{"parent":"b"}}})", "no collection is named \"b\""},
        BadLaws{"machine", R"({"collections":{"a":{"machine":"b"}}})", "defines the machine \"b\""},
        BadLaws{"effect_on_no_parent",
                R"({"collections":{"a":{"on_create":[{"on":"parent","set":"/x","to":1}]}}})",
                "\"a\" has no parent"},
        BadLaws{"effect_creates_no_child",
                R"({"collections":{"a":{"on_create":[{"create":"b"}]},"b":{}}})",
                "cannot create \"b\""},
        BadLaws{"event_of_no_collection",
                R"({"collections":{"a":{}},"events":{"e":{"collection":"b"}}})",
                "no collection is named \"b\""},
        BadLaws{
            "event_creates_no_child",
            R"({"collections":{"a":{}},"events":{"e":{"collection":"a","effects":[{"create":"a"}]}}})",
            "cannot create \"a\""},
        BadLaws{"effect_without_pointer",
                R"({"collections":{"a":{"on_create":[{"set":"x","to":1}]}}})",
                "an effect needs"}),
    [](const auto& tested) { return tested.param.name; });

/// A part of the workshop's fixtures, and what is wrong with what is put in its place.
struct BadWorkshop {
    std::string name;
    std::string part;
    std::string instead;
    std::string message;
};

void PrintTo(const BadWorkshop& bad, std::ostream* out) {
    *out << bad.name;
}

std::string with(std::string_view text, const std::string& part, const std::string& instead) {
    std::string changed(text);
    const std::size_t at = changed.find(part);
    return at == std::string::npos ? changed : changed.replace(at, part.size(), instead);
}

class BadWorkshops : public testing::TestWithParam<BadWorkshop> {};

TEST_P(BadWorkshops, AreRefusedWithPosition) {
    const BadWorkshop& bad = GetParam();
    const auto laws = workshop_laws(with(kOrderMachine, bad.part, bad.instead),
                                    with(kJobMachine, bad.part, bad.instead),
                                    with(kSlip, bad.part, bad.instead),
                                    with(kWorkshop, bad.part, bad.instead));
    EXPECT_THAT(laws, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(laws, FailsWith(".json:"));
    EXPECT_THAT(laws, FailsWith(bad.message));
}

INSTANTIATE_TEST_SUITE_P(
    Laws,
    BadWorkshops,
    testing::Values(
        BadWorkshop{"event_nobody_takes",
                    R"("fire": "give_up")",
                    R"("fire": "give_in")",
                    "no transition of machine \"order\" is on \"give_in\""},
        BadWorkshop{"event_of_no_children",
                    R"({"on": "parent", "fire": "job_done"})",
                    R"({"on": "children", "fire": "job_done"})",
                    "no records belong to those of \"jobs\""},
        BadWorkshop{"state_of_children",
                    R"("on": "children", "state": ["DONE"])",
                    R"("on": "children", "state": ["DOEN"])",
                    "did you mean \"DONE\"?"},
        BadWorkshop{"field_of_children",
                    R"("on": "children", "state": ["DONE"])",
                    R"("on": "children", "any_of": ["/a"], "is": ["DONE"])",
                    "only ask for their \"state\""},
        BadWorkshop{"limit_nobody_has",
                    R"("after": {"limit": "rest"})",
                    R"("after": {"limit": "rests"})",
                    "did you mean \"rest\"?"},
        BadWorkshop{"limit_of_the_wrong_kind",
                    R"("after": {"limit": "rest"})",
                    R"("after": {"limit": "tries"})",
                    "is a count, not a time"},
        BadWorkshop{"threshold_of_the_wrong_kind",
                    R"("at_least": {"limit": "tries"})",
                    R"("at_least": {"limit": "rest"})",
                    "is a time, not a count"},
        BadWorkshop{
            "slot_without_limit", R"("jobs_at_once": 2, )", "", "has a limit \"jobs_at_once\""},
        BadWorkshop{
            "limit_twice", R"("tries": 3)", R"("tries": 3, "patience": 1)", "another machine"},
        BadWorkshop{"limit_of_zero", R"("tries": 3)", R"("tries": 0)", "/limits/tries"},
        BadWorkshop{"alarm_nobody_has",
                    R"({"fire": "slip"})",
                    R"({"stop": "tip"})",
                    "machine \"job\" has no alarm \"tip\""},
        BadWorkshop{"incident_of_nobody",
                    R"("collection": "jobs", "states": ["AT_WORK"])",
                    R"("collection": "job", "states": ["AT_WORK"])",
                    "did you mean \"jobs\"?"},
        BadWorkshop{"incident_in_no_state",
                    R"("states": ["AT_WORK"])",
                    R"("states": ["ATWORK"])",
                    "did you mean \"AT_WORK\"?"},
        BadWorkshop{"incident_twice",
                    R"("incident": "slip")",
                    R"("incident": "nap")",
                    "a second incident is named \"nap\""},
        BadWorkshop{"effect_of_children_of_nothing",
                    R"("create": "jobs")",
                    R"("create": "orders")",
                    "cannot create \"orders\""}),
    [](const auto& tested) { return tested.param.name; });

TEST(Laws, KnowIncidentsLimitsAndTimedPlaces) {
    const auto laws = workshop_laws();
    ASSERT_THAT(laws, IsOk());
    EXPECT_EQ((*laws)->incidents.at("slip").after, std::chrono::seconds(2));
    EXPECT_EQ((*laws)->limits.at("orders_at_once").value, 2);
    EXPECT_TRUE((*laws)->limits.at("patience").is_time);
    EXPECT_THAT((*laws)->timed_places(), IsSupersetOf({"job/AT_WORK", "job/AT_WORK/tap"}));
    EXPECT_THAT((*laws)->effect_ids(), IsSupersetOf({"spoils_all"}));
    EXPECT_THAT((*laws)->condition_ids(), IsSupersetOf({"only_of_working"}));
}

TEST(Laws, RefuseAMachineThatActsOnAMissingParent) {
    EXPECT_THAT(laws_of(R"({"collections":{"a":{"machine":"room"}}})"), FailsWith("room.json"));
}

TEST(Laws, RefuseTwoMachinesOfOneName) {
    EXPECT_THAT(laws_of(kHouses, kRoomMachine), FailsWith("a second machine is named \"room\""));
}

}  // namespace
}  // namespace plumbline::mock

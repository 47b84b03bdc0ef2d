#include "mock_server/lifecycle/state_model.hpp"

#include "mock_server/lifecycle/orders_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

TEST(StateModel, ListsCollectionsMachinesAndEffects) {
    const auto model = load_rooms_model(kRoomsOperations);
    ASSERT_THAT(model, IsOk());
    EXPECT_EQ((*model)->collection("rooms").title, "Room");
    EXPECT_EQ((*model)->machine_of("rooms")->name, "room");
    EXPECT_EQ((*model)->machine_of("stones"), nullptr);
    EXPECT_THAT((*model)->collection("houses").children, ElementsAre("rooms"));
    EXPECT_THAT((*model)->effect_ids(),
                IsSupersetOf({"counts_room", "opens_house", "floods_room"}));
}

TEST(StateModel, ListsEventsAndTheirConditions) {
    const auto model = load_rooms_model(kRoomsOperations);
    ASSERT_THAT(model, IsOk());
    EXPECT_EQ((*model)->find_event("storm")->collection, "houses");
    EXPECT_EQ((*model)->find_event("flood"), nullptr);
    EXPECT_THAT((*model)->condition_ids(), IsSupersetOf({"only_there"}));
}

struct BadModelCase {
    std::string name;
    std::string collections;
    std::string message;
};

void PrintTo(const BadModelCase& bad, std::ostream* out) {
    *out << bad.name;
}

class BadCollections : public testing::TestWithParam<BadModelCase> {};

TEST_P(BadCollections, AreRejected) {
    const auto model = load_rooms_model(GetParam().collections);
    EXPECT_THAT(model, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(model, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    StateModel,
    BadCollections,
    testing::Values(
        BadModelCase{"none", "{}", "the member \"collections\" is missing"},
        BadModelCase{
            "parent", R"({"collections":{"a":{"parent":"b"}}})", "no collection is named \"b\""},
        BadModelCase{
            "machine", R"({"collections":{"a":{"machine":"b"}}})", "defines the machine \"b\""},
        BadModelCase{"effect_without_parent",
                     R"({"collections":{"a":{"on_create":[{"on":"parent","set":"/x","to":1}]}}})",
                     "\"a\" has no parent"},
        BadModelCase{"effect_creates_no_child",
                     R"({"collections":{"a":{"on_create":[{"create":"b"}]},"b":{}}})",
                     "cannot create \"b\""},
        BadModelCase{"event_of_unknown_collection",
                     R"({"collections":{"a":{}},"events":{"e":{"collection":"b"}}})",
                     "no collection is named \"b\""},
        BadModelCase{
            "event_creates_no_child",
            R"({"collections":{"a":{}},"events":{"e":{"collection":"a","effects":[{"create":"a"}]}}})",
            "cannot create \"a\""},
        BadModelCase{"effect_without_pointer",
                     R"({"collections":{"a":{"on_create":[{"set":"x","to":1}]}}})",
                     "an effect needs"}),
    [](const auto& tested) { return tested.param.name; });

/// A part of the orders fixtures, an invalid replacement for it, and the expected message.
struct BadOrdersModelCase {
    std::string name;
    std::string part;
    std::string replacement;
    std::string message;
};

void PrintTo(const BadOrdersModelCase& bad, std::ostream* out) {
    *out << bad.name;
}

std::string with_replaced_part(std::string_view text,
                               const std::string& part,
                               const std::string& replacement) {
    std::string changed(text);
    const std::size_t at = changed.find(part);
    return at == std::string::npos ? changed : changed.replace(at, part.size(), replacement);
}

class BadOrdersModels : public testing::TestWithParam<BadOrdersModelCase> {};

TEST_P(BadOrdersModels, AreRejectedWithPosition) {
    const BadOrdersModelCase& bad = GetParam();
    const auto model =
        load_orders_model(with_replaced_part(kOrderMachine, bad.part, bad.replacement),
                          with_replaced_part(kJobMachine, bad.part, bad.replacement),
                          with_replaced_part(kFailureIncident, bad.part, bad.replacement),
                          with_replaced_part(kOrdersOperations, bad.part, bad.replacement));
    EXPECT_THAT(model, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(model, FailsWith(".json:"));
    EXPECT_THAT(model, FailsWith(bad.message));
}

INSTANTIATE_TEST_SUITE_P(
    StateModel,
    BadOrdersModels,
    testing::Values(
        BadOrdersModelCase{"event_without_transition",
                           R"("send_event": "abandon")",
                           R"("send_event": "abort")",
                           "no transition of machine \"order\" is triggered by \"abort\""},
        BadOrdersModelCase{"event_without_children",
                           R"({"on": "parent", "send_event": "job_done"})",
                           R"({"on": "children", "send_event": "job_done"})",
                           "the collection \"jobs\" has no children"},
        BadOrdersModelCase{"state_of_children",
                           R"("on": "children", "state": ["DONE"])",
                           R"("on": "children", "state": ["DOEN"])",
                           "did you mean \"DONE\"?"},
        BadOrdersModelCase{"field_of_children",
                           R"("on": "children", "state": ["DONE"])",
                           R"("on": "children", "any_of": ["/a"], "is": ["DONE"])",
                           "can compare only their \"state\""},
        BadOrdersModelCase{"unknown_limit",
                           R"("after": {"limit": "job_retry_delay"})",
                           R"("after": {"limit": "job_retry_delays"})",
                           "did you mean \"job_retry_delay\"?"},
        BadOrdersModelCase{"count_instead_of_time",
                           R"("after": {"limit": "job_retry_delay"})",
                           R"("after": {"limit": "max_attempts"})",
                           "is a count, not a time"},
        BadOrdersModelCase{"time_instead_of_count",
                           R"("at_least": {"limit": "max_attempts"})",
                           R"("at_least": {"limit": "job_retry_delay"})",
                           "is a time, not a count"},
        BadOrdersModelCase{
            "slot_without_limit", R"("jobs_at_once": 2, )", "", "has a limit \"jobs_at_once\""},
        BadOrdersModelCase{"limit_twice",
                           R"("max_attempts": 3)",
                           R"("max_attempts": 3, "order_timeout": 1)",
                           "another machine"},
        BadOrdersModelCase{"limit_of_zero",
                           R"("max_attempts": 3)",
                           R"("max_attempts": 0)",
                           "/limits/max_attempts"},
        BadOrdersModelCase{"unknown_alarm",
                           R"({"send_event": "failure"})",
                           R"({"stop_alarm": "beep"})",
                           "machine \"job\" has no alarm \"beep\""},
        BadOrdersModelCase{"incident_of_unknown_collection",
                           R"("collection": "jobs", "states": ["RUNNING"])",
                           R"("collection": "job", "states": ["RUNNING"])",
                           "did you mean \"jobs\"?"},
        BadOrdersModelCase{"incident_in_unknown_state",
                           R"("states": ["RUNNING"])",
                           R"("states": ["RUNING"])",
                           "did you mean \"RUNNING\"?"},
        BadOrdersModelCase{"incident_twice",
                           R"("incident": "failure")",
                           R"("incident": "hang")",
                           "a second incident is named \"hang\""},
        BadOrdersModelCase{"create_of_another_parents_child",
                           R"("create": "jobs")",
                           R"("create": "orders")",
                           "cannot create \"orders\""}),
    [](const auto& tested) { return tested.param.name; });

TEST(StateModel, ListsIncidentsLimitsAndTimingKeys) {
    const auto model = load_orders_model();
    ASSERT_THAT(model, IsOk());
    EXPECT_EQ((*model)->incidents.at("failure").delay, std::chrono::seconds(2));
    EXPECT_EQ((*model)->limits.at("orders_at_once").value, 2);
    EXPECT_TRUE((*model)->limits.at("order_timeout").is_time);
    EXPECT_THAT((*model)->timing_keys(), IsSupersetOf({"job/RUNNING", "job/RUNNING/progress"}));
    EXPECT_THAT((*model)->effect_ids(), IsSupersetOf({"fails_order"}));
    EXPECT_THAT((*model)->condition_ids(), IsSupersetOf({"only_of_working_order"}));
}

TEST(StateModel, RejectsAMachineThatActsOnAMissingParent) {
    EXPECT_THAT(load_rooms_model(R"({"collections":{"a":{"machine":"room"}}})"),
                FailsWith("room.json"));
}

TEST(StateModel, RejectsTwoMachinesWithOneName) {
    EXPECT_THAT(load_rooms_model(kRoomsOperations, kRoomMachine),
                FailsWith("a second machine is named \"room\""));
}

}  // namespace
}  // namespace plumbline::mock

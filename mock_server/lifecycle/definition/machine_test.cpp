#include "mock_server/lifecycle/definition/machine.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

TEST(Machine, IsReadFromItsFixture) {
    const auto machine = load_machine(fixture(kHouseMachine));
    ASSERT_THAT(machine, IsOk());
    EXPECT_EQ(machine->name, "house");
    EXPECT_EQ(machine->field.to_text(), "/status");
    EXPECT_EQ(machine->initial, "NEW");
    EXPECT_EQ(std::get<Duration>(*machine->transitions[0].after), std::chrono::seconds(10));
    EXPECT_EQ(machine->find_state("GONE"), nullptr);
    EXPECT_TRUE(machine->find_state("FALLING")->stops_children);
}

TEST(Machine, ListsEachTransitionOnce) {
    const auto machine = load_machine(fixture(R"({"machine":"m","field":"/s","initial":"A",
        "limits":{"seats":3,"wait":"PT1M"},
        "slots":{"seats":{"per":"parent","occupied_in":["B"]}},
        "states":{"A":{},"B":{"alarms":{"bell":{"every":{"limit":"wait"},"effects":[]}}},"C":{"final":true}},
        "transitions":[{"from":"A","to":"B","after":"PT1S","requires_slot":"seats","when":[{"any_of":["/x"],"missing":true}]},
                       {"from":"A","to":"B","requires_slot":"seats"},
                       {"from":"B","to":"A","after":{"limit":"wait"}},
                       {"from":"*","to":"C","on":"end"},
                       {"from":"B","removes":true,"on":"leave"}]})"));
    ASSERT_THAT(machine, IsOk());
    EXPECT_EQ(machine->edges,
              (std::vector<TransitionEdge>{{"A", "B", "slot"},
                                           {"B", "A", "timer"},
                                           {"A", "C", "end"},
                                           {"B", "C", "end"},
                                           {"B", "", "leave"}}));
    EXPECT_EQ(machine->limits.at("seats").value, 3);
    EXPECT_TRUE(machine->limits.at("wait").is_time);
    EXPECT_TRUE(machine->has_alarm("bell"));
    EXPECT_TRUE(machine->handles("end"));
    EXPECT_FALSE(machine->handles("begin"));
}

struct BadMachineCase {
    std::string name;
    std::string states;
    std::string transitions;
    std::string message;
};

void PrintTo(const BadMachineCase& bad, std::ostream* out) {
    *out << bad.name;
}

class BadMachines : public testing::TestWithParam<BadMachineCase> {};

TEST_P(BadMachines, AreRejectedWithPosition) {
    const std::string text = R"({"machine":"m","field":"/s","initial":"A","states":)" +
                             GetParam().states + R"(,"transitions":)" + GetParam().transitions +
                             "}";
    const auto machine = load_machine(fixture(text));
    EXPECT_THAT(machine, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(machine, FailsWith("test.json:1:"));
    EXPECT_THAT(machine, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Machine,
    BadMachines,
    testing::Values(
        BadMachineCase{"no_states", "[]", "[]", "needs \"states\""},
        BadMachineCase{"unknown_initial", R"({"B":{"final":true}})", "[]", "\"A\" is not a state"},
        BadMachineCase{"unknown_from",
                       R"({"A":{"final":true}})",
                       R"([{"from":"X","to":"A","after":"PT1S"}])",
                       "\"X\" is not"},
        BadMachineCase{"unknown_to",
                       R"({"A":{}})",
                       R"([{"from":"A","to":"X","after":"PT1S"}])",
                       "\"X\" is not"},
        BadMachineCase{"unreachable",
                       R"({"A":{"final":true},"B":{"final":true}})",
                       "[]",
                       "no transition leads to \"B\""},
        BadMachineCase{"way_out_of_final",
                       R"({"A":{"final":true}})",
                       R"([{"from":"A","to":"A","after":"PT1S"}])",
                       "is final, but"},
        BadMachineCase{"no_way_out", R"({"A":{}})", "[]", "no transition leads out of \"A\""},
        BadMachineCase{
            "neither_after_nor_on", R"({"A":{}})", R"([{"from":"A","to":"A"}])", "needs \"after\""},
        BadMachineCase{"both",
                       R"({"A":{}})",
                       R"([{"from":"A","to":"A","after":"PT1S","on":"x"}])",
                       "not both"},
        BadMachineCase{
            "no_target", R"({"A":{}})", R"([{"from":"A","after":"PT1S"}])", "needs \"to\""},
        BadMachineCase{
            "bad_duration", R"({"A":{}})", R"([{"from":"A","to":"A","after":"soon"}])", "soon"},
        BadMachineCase{"no_time",
                       R"({"A":{}})",
                       R"([{"from":"A","to":"A","after":"PT0S"}])",
                       "longer than zero"},
        BadMachineCase{"bad_effect",
                       R"({"A":{"final":true,"on_enter":[{"set":"/x","to":"{who}"}]}})",
                       "[]",
                       "unknown placeholder {who}"},
        BadMachineCase{"unknown_from_in_a_list",
                       R"({"A":{}})",
                       R"([{"from":["A","X"],"to":"A","on":"x"}])",
                       "\"X\" is not a state"},
        BadMachineCase{"unknown_slot",
                       R"({"A":{},"B":{"final":true}})",
                       R"([{"from":"A","to":"B","requires_slot":"room"}])",
                       "\"room\" is not a slot"},
        BadMachineCase{"event_and_slot",
                       R"({"A":{}})",
                       R"([{"from":"A","to":"A","requires_slot":"room","on":"x"}])",
                       "not both"},
        BadMachineCase{"alarm_in_a_final_state",
                       R"({"A":{"final":true,"alarms":{"bell":{"after":"PT1S","effects":[]}}}})",
                       "[]",
                       "it has an alarm"},
        BadMachineCase{"alarm_without_time",
                       R"({"A":{"alarms":{"bell":{"effects":[]}}}})",
                       R"([{"from":"A","to":"A","on":"x"}])",
                       "an alarm needs \"after\" or \"every\""},
        BadMachineCase{"alarm_without_end",
                       R"({"A":{"alarms":{"bell":{"every":"PT0S","effects":[]}}}})",
                       R"([{"from":"A","to":"A","on":"x"}])",
                       "longer than zero"},
        BadMachineCase{"effect_without_value",
                       R"({"A":{"final":true,"on_enter":[{"set":"/x"}]}})",
                       "[]",
                       "an effect needs"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock

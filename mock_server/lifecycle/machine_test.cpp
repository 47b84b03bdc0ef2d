#include "mock_server/lifecycle/machine.hpp"

#include "mock_server/lifecycle/testing.hpp"

namespace plumbline::mock {
namespace {

TEST(Machine, IsReadFromItsFixture) {
    const auto machine = Machine::load(fixture(kHouseMachine));
    ASSERT_THAT(machine, IsOk());
    EXPECT_EQ(machine->name(), "house");
    EXPECT_EQ(machine->field(), "/status");
    EXPECT_EQ(machine->initial(), "NEW");
    EXPECT_EQ(machine->transitions()[0].after->time, std::chrono::seconds(10));
    EXPECT_EQ(machine->find_state("GONE"), nullptr);
    EXPECT_TRUE(machine->find_state("FALLING")->stops_children);
}

struct BadMachine {
    std::string name;
    std::string states;
    std::string transitions;
    std::string message;
};

void PrintTo(const BadMachine& bad, std::ostream* out) {
    *out << bad.name;
}

class BadMachines : public testing::TestWithParam<BadMachine> {};

TEST_P(BadMachines, AreRefusedWithPosition) {
    const std::string text = R"({"machine":"m","field":"/s","initial":"A","states":)" +
                             GetParam().states + R"(,"transitions":)" + GetParam().transitions +
                             "}";
    const auto machine = Machine::load(fixture(text));
    EXPECT_THAT(machine, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(machine, FailsWith("test.json:1:"));
    EXPECT_THAT(machine, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Machine,
    BadMachines,
    testing::Values(
        BadMachine{"no_states", "[]", "[]", "needs \"states\""},
        BadMachine{"unknown_initial", R"({"B":{"final":true}})", "[]", "\"A\" is not a state"},
        BadMachine{"unknown_from",
                   R"({"A":{"final":true}})",
                   R"([{"from":"X","to":"A","after":"PT1S"}])",
                   "\"X\" is not"},
        BadMachine{"unknown_to",
                   R"({"A":{}})",
                   R"([{"from":"A","to":"X","after":"PT1S"}])",
                   "\"X\" is not"},
        BadMachine{"unreachable",
                   R"({"A":{"final":true},"B":{"final":true}})",
                   "[]",
                   "no transition leads to \"B\""},
        BadMachine{"way_out_of_final",
                   R"({"A":{"final":true}})",
                   R"([{"from":"A","to":"A","after":"PT1S"}])",
                   "is final, but"},
        BadMachine{"no_way_out", R"({"A":{}})", "[]", "no transition leads out of \"A\""},
        BadMachine{
            "neither_after_nor_on", R"({"A":{}})", R"([{"from":"A","to":"A"}])", "needs \"after\""},
        BadMachine{"both",
                   R"({"A":{}})",
                   R"([{"from":"A","to":"A","after":"PT1S","on":"x"}])",
                   "not both"},
        BadMachine{"no_target", R"({"A":{}})", R"([{"from":"A","after":"PT1S"}])", "needs \"to\""},
        BadMachine{
            "bad_duration", R"({"A":{}})", R"([{"from":"A","to":"A","after":"soon"}])", "soon"},
        BadMachine{"no_time",
                   R"({"A":{}})",
                   R"([{"from":"A","to":"A","after":"PT0S"}])",
                   "longer than zero"},
        BadMachine{"bad_effect",
                   R"({"A":{"final":true,"on_enter":[{"set":"/x","to":"{who}"}]}})",
                   "[]",
                   "unknown placeholder {who}"},
        BadMachine{"effect_without_value",
                   R"({"A":{"final":true,"on_enter":[{"set":"/x"}]}})",
                   "[]",
                   "an effect needs"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock

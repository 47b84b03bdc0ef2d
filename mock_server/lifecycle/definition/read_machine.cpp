// Reads machine fixtures.

#include "mock_server/lifecycle/definition/machine.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Reads "PT1M" or {"limit": "run_timeout"}.
Result<DelaySpec> read_delay(const FixtureValue& node) {
    if (const std::string limit = node.text("limit"); !limit.empty())
        return LimitName{limit, node.where()};
    const auto time = parse_duration(node.text());
    if (!time) return node.fail(time.error().message);
    // A cycle of transitions without delay would never end.
    if (*time <= Duration::zero()) return node.fail("a time must be longer than zero");
    return *time;
}

Result<StateAlarm> read_alarm(const FixtureValue& node) {
    StateAlarm alarm;
    alarm.name = node.name();
    alarm.repeats = node.at("every").exists();
    if (alarm.repeats == node.at("after").exists())
        return node.fail("an alarm needs \"after\" or \"every\", not both");
    alarm.when = read_conditions(node.at("when"));
    return assign(read_delay(node.at(alarm.repeats ? "every" : "after")), alarm.delay)
        .and_then([&] { return assign(read_effects(node.at("effects")), alarm.effects); })
        .map([&] { return std::move(alarm); });
}

Result<MachineState> read_state(const FixtureValue& node) {
    MachineState state;
    state.name = node.name();
    state.is_final = node.flag("final");
    state.stops_children = node.flag("stops_children");
    return assign(read_effects(node.at("on_enter")), state.on_enter)
        .and_then([&] {
            return assign(read_each(node.at("alarms").members(), read_alarm), state.alarms);
        })
        .map([&] { return std::move(state); });
}

Result<void> read_limits(const FixtureValue& limits, Machine& machine) {
    return check_each(limits.members(), [&](const FixtureValue& node) -> Result<void> {
        const auto limit = read_limit(node.json());
        if (!limit) return node.fail(limit.error().message);
        machine.limits[node.name()] = *limit;
        return {};
    });
}

Result<Transition> read_transition(const FixtureValue& node) {
    Transition transition;
    transition.from = node.texts("from");
    if (const std::string one = node.text("from"); !one.empty()) transition.from = {one};
    transition.to = node.text("to");
    transition.event = node.text("on");
    transition.slot = node.text("requires_slot");
    transition.when = read_conditions(node.at("when"));
    const bool is_own = node.at("after").exists() || !transition.slot.empty();
    if (is_own == !transition.event.empty()) {
        return node.fail(
            "a transition needs \"after\" (a duration), \"requires_slot\" (a slot) or both; "
            "or \"on\" (an event), but not both");
    }
    if (transition.to.empty() && !node.flag("removes"))
        return node.fail("a transition needs \"to\" (a state) or \"removes\": true");
    if (!node.at("after").exists()) return transition;
    const auto delay = read_delay(node.at("after"));
    if (!delay) return fail(delay.error());
    transition.after = *delay;
    return transition;
}

}  // namespace

Result<MachineLimit> read_limit(const Json& value) {
    if (const auto number = as_integer(value)) {
        if (*number > 0) return MachineLimit{false, *number};
        return fail(ErrorCode::kInvalid, "a limit must be greater than zero");
    }
    const auto time = parse_duration(as_string(value).value_or(""));
    if (!time) return fail(time.error());
    if (*time <= Duration::zero())
        return fail(ErrorCode::kInvalid, "a time must be longer than zero");
    return MachineLimit{true, time->count()};
}

Result<std::vector<Transition>> read_transitions(const FixtureValue& list) {
    return read_each(list.items(), read_transition);
}

Result<Machine> read_machine(const FixtureValue& root) {
    Machine machine;
    machine.name = root.text("machine");
    machine.field = JsonPointer::parse(root.text("field")).value_or(JsonPointer());
    machine.initial = root.text("initial");
    for (const FixtureValue& slot : root.at("slots").members()) {
        machine.slots.push_back({slot.name(),
                                 slot.text("per") == "tenant",
                                 slot.texts("occupied_in"),
                                 read_conditions(slot.at("when")),
                                 slot.where()});
    }
    if (!root.at("states").json().is_object()) return root.fail("a machine needs \"states\"");
    return assign(read_each(root.at("states").members(), read_state), machine.states)
        .and_then([&] { return read_limits(root.at("limits"), machine); })
        .and_then(
            [&] { return assign(read_transitions(root.at("transitions")), machine.transitions); })
        .and_then([&] { return assign(read_effects(root.at("on_change")), machine.on_change); })
        .map([&] {
            for (MachineState& state : machine.states)
                state.timing_key = machine.name + '/' + state.name;
            return std::move(machine);
        });
}

}  // namespace plumbline::mock

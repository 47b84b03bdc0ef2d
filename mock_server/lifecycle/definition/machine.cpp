#include "mock_server/lifecycle/definition/machine.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

constexpr std::string_view kAnyNonFinal = "*";

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

/// Reads a machine without edges and without checking its consistency.
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

template <typename Items>
auto find_by_name(const Items& items, std::string_view name) -> decltype(items.data()) {
    for (const auto& item : items) {
        if (item.name == name) return &item;
    }
    return nullptr;
}

std::set<std::string> reachable_states(const Machine& machine) {
    std::set<std::string> reachable{machine.initial};
    for (std::size_t before = 0; before != reachable.size();) {
        before = reachable.size();
        for (const Transition& transition : machine.transitions) {
            const bool starts =
                std::any_of(reachable.begin(), reachable.end(), [&](const std::string& name) {
                    return transition.starts_in(*machine.find_state(name));
                });
            if (starts && !transition.removes()) reachable.insert(transition.to);
        }
    }
    return reachable;
}

/// Checks that one of `items`, which are `what` of the machine, has the name at the node.
template <typename Items>
Result<void> check_name(const FixtureValue& node,
                        const std::string& name,
                        std::string_view what,
                        const Items& items,
                        const Machine& machine) {
    if (find_by_name(items, name)) return {};
    return node.fail(fmt::format("\"{}\" is not a {} of machine \"{}\"; its {}s are {}",
                                 name,
                                 what,
                                 machine.name,
                                 what,
                                 join(names_of(items), ", ")));
}

Result<void> check_state_name(const FixtureValue& node,
                              const std::string& name,
                              const Machine& machine) {
    return check_name(node, name, "state", machine.states, machine);
}

/// Returns the name, or the names in the list, at a node.
std::vector<std::string> names_at(const FixtureValue& parent, std::string_view key) {
    const std::string one = parent.text(key);
    return one.empty() ? parent.texts(key) : std::vector{one};
}

Result<void> check_slots(const FixtureValue& list, const Machine& machine) {
    return check_each(list.members(), [&](const FixtureValue& slot) {
        return check_each(slot.texts("occupied_in"), [&](const std::string& name) {
            return check_state_name(slot.at("occupied_in"), name, machine);
        });
    });
}

Result<void> check_state(const FixtureValue& node,
                         const MachineState& state,
                         const Machine& machine,
                         const std::set<std::string>& reachable) {
    if (!reachable.contains(state.name))
        return node.fail(fmt::format("no transition leads to \"{}\"", state.name));
    const bool has_way_out = std::ranges::any_of(
        machine.transitions,
        [&](const Transition& transition) { return transition.starts_in(state); });
    if (state.is_final && (has_way_out || !state.alarms.empty())) {
        return node.fail(
            fmt::format("\"{}\" is final, but {}",
                        state.name,
                        has_way_out ? "a transition leads out of it" : "it has an alarm"));
    }
    if (has_way_out || state.is_final) return {};
    return node.fail(
        fmt::format("no transition leads out of \"{}\"; mark it \"final\": true", state.name));
}

Result<void> check_definition(const Machine& machine, const FixtureValue& root) {
    return check_state_name(root.at("initial"), machine.initial, machine)
        .and_then([&] { return check_transitions(root.at("transitions"), machine); })
        .and_then([&] { return check_slots(root.at("slots"), machine); })
        .and_then([&] {
            const auto reachable = reachable_states(machine);
            return check_each(machine.states, [&](const MachineState& state) {
                return check_state(root.at("states").at(state.name), state, machine, reachable);
            });
        });
}

std::string cause_of(const Transition& transition) {
    if (!transition.event.empty()) return transition.event;
    return std::string(transition.slot.empty() ? kTimerCause : kSlotCause);
}

std::vector<TransitionEdge> edges_of(const Machine& machine) {
    std::vector<TransitionEdge> edges;
    for (const Transition& transition : machine.transitions) {
        for (const MachineState& state : machine.states) {
            // An event that leads to the current state does nothing.
            if (!transition.starts_in(state) || transition.to == state.name) continue;
            TransitionEdge edge{state.name, transition.to, cause_of(transition)};
            if (std::ranges::count(edges, edge) == 0) edges.push_back(std::move(edge));
        }
    }
    return edges;
}

}  // namespace

const StateAlarm* MachineState::find_alarm(std::string_view alarm_name) const {
    return find_by_name(alarms, alarm_name);
}

bool Transition::starts_in(const MachineState& state, bool even_if_final) const {
    return std::any_of(from.begin(), from.end(), [&](const std::string& name) {
        return name == kAnyNonFinal ? even_if_final || !state.is_final : name == state.name;
    });
}

const MachineState* Machine::find_state(std::string_view state) const {
    return find_by_name(states, state);
}

const SlotDefinition* Machine::find_slot(std::string_view slot) const {
    return find_by_name(slots, slot);
}

bool Machine::has_alarm(std::string_view alarm) const {
    return std::ranges::any_of(
        states, [&](const MachineState& state) { return state.find_alarm(alarm) != nullptr; });
}

bool Machine::handles(std::string_view event) const {
    return std::ranges::count(transitions, event, &Transition::event) > 0;
}

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

Result<Machine> load_machine(const Document& fixture) {
    const FixtureValue root(fixture);
    return read_machine(root).and_then([&](Machine machine) {
        machine.edges = edges_of(machine);
        return check_definition(machine, root).map([&] { return std::move(machine); });
    });
}

Result<void> check_transitions(const FixtureValue& list, const Machine& machine) {
    return check_each(list.items(), [&](const FixtureValue& node) {
        return check_each(names_at(node, "from"),
                          [&](const std::string& name) {
                              return name == kAnyNonFinal
                                         ? Result<void>()
                                         : check_state_name(node.at("from"), name, machine);
                          })
            .and_then([&]() -> Result<void> {
                const FixtureValue slot = node.at("requires_slot");
                if (slot.text().empty()) return {};
                return check_name(slot, slot.text(), "slot", machine.slots, machine);
            })
            .and_then([&]() -> Result<void> {
                const std::string to = node.text("to");
                return to.empty() ? Result<void>() : check_state_name(node.at("to"), to, machine);
            });
    });
}

}  // namespace plumbline::mock

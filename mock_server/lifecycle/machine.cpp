#include "mock_server/lifecycle/machine.hpp"

#include "spec/base/text.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

constexpr std::string_view kNotFinal = "*";

template <typename Parts>
auto find_named(const Parts& parts, std::string_view name) -> decltype(parts.data()) {
    for (const auto& part : parts) {
        if (part.name == name) return &part;
    }
    return nullptr;
}

std::set<std::string> reachable_states(const Machine& machine) {
    std::set<std::string> reached{machine.initial()};
    for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (const Transition& transition : machine.transitions()) {
            const bool starts =
                std::any_of(reached.begin(), reached.end(), [&](const std::string& name) {
                    return transition.starts_in(*machine.find_state(name));
                });
            if (starts && !transition.removes()) reached.insert(transition.to);
        }
    }
    return reached;
}

template <typename Parts>
std::string unknown_part(std::string_view what,
                         const Parts& parts,
                         const Machine& machine,
                         const std::string& name) {
    std::vector<std::string> names;
    names.reserve(parts.size());
    for (const auto& part : parts) names.push_back(part.name);
    return fmt::format("\"{}\" is not a {} of machine \"{}\"; its {}s are {}",
                       name,
                       what,
                       machine.name(),
                       what,
                       join(names, ", "));
}

Result<void> check_state_name(const Machine& machine,
                              const std::string& name,
                              const Document& fixture,
                              const std::string& pointer) {
    if (machine.find_state(name)) return {};
    return fail_at(fixture, pointer, unknown_part("state", machine.states(), machine, name));
}

Result<void> check_transition(const Transition& transition,
                              const Machine& machine,
                              const Document& fixture,
                              const std::string& pointer) {
    for (const std::string& name : transition.from) {
        if (name == kNotFinal) continue;
        auto checked = check_state_name(machine, name, fixture, pointer + "/from");
        if (!checked) return checked;
    }
    if (!transition.slot.empty() && !machine.find_slot(transition.slot)) {
        return fail_at(fixture,
                       pointer + "/when_free",
                       unknown_part("slot", machine.slots(), machine, transition.slot));
    }
    if (transition.removes()) return {};
    return check_state_name(machine, transition.to, fixture, pointer + "/to");
}

Result<void> check_slots(const Machine& machine, const Document& fixture) {
    for (const Slot& slot : machine.slots()) {
        const std::string pointer = "/slots/" + escape_pointer_token(slot.name);
        for (const std::string& name : slot.held_in) {
            auto checked = check_state_name(machine, name, fixture, pointer + "/held_in");
            if (!checked) return checked;
        }
    }
    return {};
}

Result<void> check_ways(const Machine& machine, const Document& fixture) {
    const std::set<std::string> reached = reachable_states(machine);
    for (const State& state : machine.states()) {
        const std::string pointer = "/states/" + escape_pointer_token(state.name);
        if (!reached.contains(state.name)) {
            return fail_at(
                fixture, pointer, fmt::format("no transition leads to \"{}\"", state.name));
        }
        const auto& transitions = machine.transitions();
        const bool has_way_out =
            std::any_of(transitions.begin(), transitions.end(), [&](const auto& transition) {
                return transition.starts_in(state);
            });
        if (state.is_final && (has_way_out || !state.alarms.empty())) {
            return fail_at(
                fixture,
                pointer,
                fmt::format("\"{}\" is final, but {}",
                            state.name,
                            has_way_out ? "a transition leads out of it" : "an alarm rings in it"));
        }
        if (!has_way_out && !state.is_final) {
            return fail_at(fixture,
                           pointer,
                           fmt::format("no transition leads out of \"{}\"; mark it \"final\": true",
                                       state.name));
        }
    }
    return {};
}

Result<void> check_whole(const Machine& machine, const Document& fixture) {
    return check_state_name(machine, machine.initial(), fixture, "/initial")
        .and_then([&] {
            return check_transitions(machine.transitions(), machine, fixture, "/transitions");
        })
        .and_then([&] { return check_slots(machine, fixture); })
        .and_then([&] { return check_ways(machine, fixture); });
}

std::string cause_of(const Transition& transition) {
    if (!transition.event.empty()) return transition.event;
    return std::string(transition.slot.empty() ? kByTime : kByFreeSlot);
}

std::vector<Step> steps_of(const MachineParts& parts) {
    std::vector<Step> steps;
    for (const Transition& transition : parts.transitions) {
        for (const State& state : parts.states) {
            // An event that leads to where a record is already does nothing.
            if (!transition.starts_in(state) || transition.to == state.name) continue;
            Step step{state.name, transition.to, cause_of(transition)};
            if (std::find(steps.begin(), steps.end(), step) == steps.end())
                steps.push_back(std::move(step));
        }
    }
    return steps;
}

}  // namespace

const StateAlarm* State::find_alarm(std::string_view alarm_name) const {
    return find_named(alarms, alarm_name);
}

bool Transition::starts_in(const State& state, bool even_if_final) const {
    return std::any_of(from.begin(), from.end(), [&](const std::string& name) {
        return name == kNotFinal ? even_if_final || !state.is_final : name == state.name;
    });
}

Machine::Machine(MachineParts parts)
    : parts_(std::move(parts)),
      place_(JsonPointer::parse(parts_.field).value_or(JsonPointer())),
      has_slots_of_tenants_(std::any_of(parts_.slots.begin(),
                                        parts_.slots.end(),
                                        [](const Slot& slot) { return slot.of_tenant; })),
      steps_(steps_of(parts_)) {
    for (State& state : parts_.states) {
        state.place = parts_.name + '/' + state.name;
        for (const Transition& way : parts_.transitions) {
            if (way.event.empty() && way.starts_in(state)) state.ways.push_back(way);
        }
    }
}

const State* Machine::find_state(std::string_view name) const {
    return find_named(parts_.states, name);
}

const Slot* Machine::find_slot(std::string_view name) const {
    return find_named(parts_.slots, name);
}

bool Machine::has_alarm(std::string_view name) const {
    return std::any_of(parts_.states.begin(), parts_.states.end(), [&](const State& state) {
        return state.find_alarm(name) != nullptr;
    });
}

bool Machine::takes(std::string_view event) const {
    return std::any_of(parts_.transitions.begin(),
                       parts_.transitions.end(),
                       [&](const Transition& transition) { return transition.event == event; });
}

Result<Machine> Machine::load(const Document& fixture) {
    auto parts = read_machine(fixture);
    if (!parts) return fail(parts.error());
    Machine machine(std::move(*parts));
    return check_whole(machine, fixture).map([&] { return std::move(machine); });
}

Result<void> check_transitions(const std::vector<Transition>& transitions,
                               const Machine& machine,
                               const Document& fixture,
                               const std::string& pointer) {
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        auto checked =
            check_transition(transitions[i], machine, fixture, fmt::format("{}/{}", pointer, i));
        if (!checked) return checked;
    }
    return {};
}

}  // namespace plumbline::mock

#include "mock_server/lifecycle/machine.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

Result<std::vector<State>> read_states(const Document& fixture) {
    std::vector<State> states;
    const Json* nodes = member(*fixture.root, "states");
    if (!nodes || !nodes->is_object()) return fail_at(fixture, "", "a machine needs \"states\"");
    for (const auto& [name, node] : nodes->items()) {
        auto effects = read_effects(fixture, "/states/" + escape_pointer_token(name) + "/on_enter");
        if (!effects) return fail(effects.error());
        states.push_back({name,
                          bool_or(node, "final", false),
                          bool_or(node, "stops_children", false),
                          std::move(*effects)});
    }
    return states;
}

Result<Transition> read_transition(const Document& fixture,
                                   const Json& node,
                                   const std::string& pointer) {
    Transition transition;
    transition.from = string_or(node, "from", "");
    transition.to = string_or(node, "to", "");
    transition.event = string_or(node, "on", "");
    transition.when = read_conditions(fixture, pointer + "/when");
    const std::string after = string_or(node, "after", "");
    if (after.empty() == transition.event.empty()) {
        return fail_at(fixture,
                       pointer,
                       "a transition needs \"after\" (a duration) or \"on\" (an event), not both");
    }
    if (transition.to.empty() && !bool_or(node, "removes", false)) {
        return fail_at(
            fixture, pointer, "a transition needs \"to\" (a state) or \"removes\": true");
    }
    if (after.empty()) return transition;
    const auto time = parse_duration(after);
    if (!time) return fail_at(fixture, pointer + "/after", time.error().message);
    // A circle of transitions without time would never end.
    if (*time <= Duration::zero())
        return fail_at(fixture, pointer + "/after", "a time must be longer than zero");
    transition.after = *time;
    return transition;
}

Result<std::vector<Transition>> read_transitions(const Document& fixture) {
    std::vector<Transition> transitions;
    const Json* nodes = member(*fixture.root, "transitions");
    const std::size_t count = nodes && nodes->is_array() ? nodes->size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        auto transition = read_transition(fixture, (*nodes)[i], fmt::format("/transitions/{}", i));
        if (!transition) return fail(transition.error());
        transitions.push_back(std::move(*transition));
    }
    return transitions;
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

std::string unknown_state(const Machine& machine, const std::string& name) {
    std::vector<std::string> names;
    for (const State& state : machine.states()) names.push_back(state.name);
    return fmt::format("\"{}\" is not a state of machine \"{}\"; its states are {}",
                       name,
                       machine.name(),
                       join(names, ", "));
}

}  // namespace

bool Transition::starts_in(const State& state) const {
    return from == "*" ? !state.is_final : from == state.name;
}

const State* Machine::find_state(std::string_view name) const {
    for (const State& state : states_) {
        if (state.name == name) return &state;
    }
    return nullptr;
}

Result<Machine> Machine::load(const Document& fixture) {
    auto machine = read(fixture);
    if (!machine) return machine;
    return machine->check_names(fixture).and_then([&] { return machine->check(fixture); }).map([&] {
        return std::move(*machine);
    });
}

Result<Machine> Machine::read(const Document& fixture) {
    Machine machine;
    machine.name_ = string_or(*fixture.root, "machine", "");
    machine.field_ = string_or(*fixture.root, "field", "");
    machine.initial_ = string_or(*fixture.root, "initial", "");
    auto states = read_states(fixture);
    if (!states) return fail(states.error());
    auto transitions = read_transitions(fixture);
    if (!transitions) return fail(transitions.error());
    auto on_change = read_effects(fixture, "/on_change");
    if (!on_change) return fail(on_change.error());
    machine.states_ = std::move(*states);
    machine.transitions_ = std::move(*transitions);
    machine.on_change_ = std::move(*on_change);
    return machine;
}

Result<void> Machine::check_names(const Document& fixture) const {
    if (!find_state(initial_)) return fail_at(fixture, "/initial", unknown_state(*this, initial_));
    for (std::size_t i = 0; i < transitions_.size(); ++i) {
        const Transition& transition = transitions_[i];
        const std::string pointer = fmt::format("/transitions/{}", i);
        if (transition.from != "*" && !find_state(transition.from)) {
            return fail_at(fixture, pointer + "/from", unknown_state(*this, transition.from));
        }
        if (!transition.removes() && !find_state(transition.to)) {
            return fail_at(fixture, pointer + "/to", unknown_state(*this, transition.to));
        }
    }
    return {};
}

Result<void> Machine::check(const Document& fixture) const {
    const std::set<std::string> reached = reachable_states(*this);
    for (const State& state : states_) {
        const std::string pointer = "/states/" + escape_pointer_token(state.name);
        if (!reached.contains(state.name)) {
            return fail_at(
                fixture, pointer, fmt::format("no transition leads to \"{}\"", state.name));
        }
        const bool has_way_out =
            std::any_of(transitions_.begin(), transitions_.end(), [&](const auto& transition) {
                return transition.starts_in(state);
            });
        if (has_way_out && state.is_final) {
            return fail_at(
                fixture,
                pointer,
                fmt::format("\"{}\" is final, but a transition leads out of it", state.name));
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

}  // namespace plumbline::mock

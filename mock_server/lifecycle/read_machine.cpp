// What the fixture of a machine states.

#include "mock_server/lifecycle/machine.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Reads "PT1M" or {"limit": "run_timeout"}.
Result<Span> read_span(const Document& fixture, const std::string& pointer) {
    const Json& node = *find(*fixture.root, std::string_view(pointer));
    Span span;
    span.limit = string_or(node, "limit", "");
    if (!span.limit.empty()) return span;
    const auto time = parse_duration(as_string(node).value_or(""));
    if (!time) return fail_at(fixture, pointer, time.error().message);
    // A circle of transitions without time would never end.
    if (*time <= Duration::zero())
        return fail_at(fixture, pointer, "a time must be longer than zero");
    span.time = *time;
    return span;
}

Result<StateAlarm> read_alarm(const Document& fixture,
                              const std::string& name,
                              const std::string& pointer) {
    const Json& node = *find(*fixture.root, std::string_view(pointer));
    StateAlarm alarm;
    alarm.name = name;
    alarm.repeats = member(node, "every") != nullptr;
    if (alarm.repeats == (member(node, "after") != nullptr)) {
        return fail_at(fixture, pointer, "an alarm needs \"after\" or \"every\", not both");
    }
    auto span = read_span(fixture, pointer + (alarm.repeats ? "/every" : "/after"));
    if (!span) return fail(span.error());
    alarm.span = *span;
    alarm.when = read_conditions(fixture, pointer + "/when");
    auto effects = read_effects(fixture, pointer + "/effects");
    if (!effects) return fail(effects.error());
    alarm.effects = std::move(*effects);
    return alarm;
}

Result<State> read_state(const Document& fixture,
                         const std::string& name,
                         const std::string& pointer) {
    const Json& node = *find(*fixture.root, std::string_view(pointer));
    State state;
    state.name = name;
    state.is_final = bool_or(node, "final", false);
    state.stops_children = bool_or(node, "stops_children", false);
    auto effects = read_effects(fixture, pointer + "/on_enter");
    if (!effects) return fail(effects.error());
    state.on_enter = std::move(*effects);
    const Json* alarms = member(node, "alarms");
    if (!alarms || !alarms->is_object()) return state;
    for (const auto& [alarm_name, alarm_node] : alarms->items()) {
        auto alarm = read_alarm(
            fixture, alarm_name, pointer + "/alarms/" + escape_pointer_token(alarm_name));
        if (!alarm) return fail(alarm.error());
        state.alarms.push_back(std::move(*alarm));
    }
    return state;
}

Result<void> read_states(const Document& fixture, MachineParts& parts) {
    const Json* nodes = member(*fixture.root, "states");
    if (!nodes || !nodes->is_object()) return fail_at(fixture, "", "a machine needs \"states\"");
    for (const auto& [name, node] : nodes->items()) {
        auto state = read_state(fixture, name, "/states/" + escape_pointer_token(name));
        if (!state) return fail(state.error());
        parts.states.push_back(std::move(*state));
    }
    return {};
}

Result<void> read_limits(const Document& fixture, MachineParts& parts) {
    const Json* nodes = member(*fixture.root, "limits");
    if (!nodes || !nodes->is_object()) return {};
    for (const auto& [name, node] : nodes->items()) {
        const auto limit = read_limit(node);
        if (!limit)
            return fail_at(fixture, "/limits/" + escape_pointer_token(name), limit.error().message);
        parts.limits[name] = *limit;
    }
    return {};
}

void read_slots(const Document& fixture, MachineParts& parts) {
    const Json* nodes = member(*fixture.root, "slots");
    if (!nodes || !nodes->is_object()) return;
    for (const auto& [name, node] : nodes->items()) {
        parts.slots.push_back(
            {name,
             string_or(node, "of_one", "parent") == "tenant",
             strings_or_empty(node, "held_in"),
             read_conditions(fixture, "/slots/" + escape_pointer_token(name) + "/when")});
    }
}

/// Returns a name, or the names in a list.
std::vector<std::string> names_at(const Json& node, std::string_view key) {
    const std::string one = string_or(node, key, "");
    return one.empty() ? strings_or_empty(node, key) : std::vector{one};
}

Result<Transition> read_transition(const Document& fixture, const std::string& pointer) {
    const Json& node = *find(*fixture.root, std::string_view(pointer));
    Transition transition;
    transition.from = names_at(node, "from");
    transition.to = string_or(node, "to", "");
    transition.event = string_or(node, "on", "");
    transition.slot = string_or(node, "when_free", "");
    transition.when = read_conditions(fixture, pointer + "/when");
    const bool is_own = member(node, "after") || !transition.slot.empty();
    if (is_own == !transition.event.empty()) {
        return fail_at(fixture,
                       pointer,
                       "a transition needs \"after\" (a duration), \"when_free\" (a slot) or both; "
                       "or \"on\" (an event), but not both");
    }
    if (transition.to.empty() && !bool_or(node, "removes", false)) {
        return fail_at(
            fixture, pointer, "a transition needs \"to\" (a state) or \"removes\": true");
    }
    if (!member(node, "after")) return transition;
    const auto span = read_span(fixture, pointer + "/after");
    if (!span) return fail(span.error());
    transition.after = *span;
    return transition;
}

}  // namespace

Result<Limit> read_limit(const Json& value) {
    if (const auto number = as_integer(value)) {
        if (*number > 0) return Limit{false, *number};
        return fail(ErrorCode::kInvalid, "a limit must be greater than zero");
    }
    const auto time = parse_duration(as_string(value).value_or(""));
    if (!time) return fail(time.error());
    if (*time <= Duration::zero())
        return fail(ErrorCode::kInvalid, "a time must be longer than zero");
    return Limit{true, time->count()};
}

Result<std::vector<Transition>> read_transitions(const Document& fixture,
                                                 const std::string& pointer) {
    std::vector<Transition> transitions;
    const Json* nodes = find(*fixture.root, std::string_view(pointer));
    const std::size_t count = nodes && nodes->is_array() ? nodes->size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        auto transition = read_transition(fixture, fmt::format("{}/{}", pointer, i));
        if (!transition) return fail(transition.error());
        transitions.push_back(std::move(*transition));
    }
    return transitions;
}

Result<MachineParts> read_machine(const Document& fixture) {
    MachineParts parts;
    parts.name = string_or(*fixture.root, "machine", "");
    parts.field = string_or(*fixture.root, "field", "");
    parts.initial = string_or(*fixture.root, "initial", "");
    read_slots(fixture, parts);
    auto read = read_states(fixture, parts);
    if (read) read = read_limits(fixture, parts);
    if (!read) return fail(read.error());
    auto transitions = read_transitions(fixture, "/transitions");
    if (!transitions) return fail(transitions.error());
    auto on_change = read_effects(fixture, "/on_change");
    if (!on_change) return fail(on_change.error());
    parts.transitions = std::move(*transitions);
    parts.on_change = std::move(*on_change);
    return parts;
}

}  // namespace plumbline::mock

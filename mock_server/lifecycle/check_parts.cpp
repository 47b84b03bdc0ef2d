// Checks that what effects, conditions and the parts of machines name is there.

#include "mock_server/lifecycle/check_laws.hpp"
#include "spec/base/text.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

std::string with_nearest(std::string message,
                         std::string_view name,
                         const std::vector<std::string>& known) {
    const std::string near = nearest_name(name, known);
    return near.empty() ? message : fmt::format("{}; did you mean \"{}\"?", message, near);
}

template <typename Map>
std::vector<std::string> keys_of(const Map& map) {
    std::vector<std::string> keys;
    keys.reserve(map.size());
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
}

/// Where what is checked stands, and whose records it is about.
struct CheckPlace {
    const Laws& laws;
    const Collection& owner;
    const Document& fixture;
    std::string pointer;

    [[nodiscard]] CheckPlace at(const std::string& below) const {
        return {laws, owner, fixture, pointer + below};
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string message) const {
        return fail_at(fixture, pointer, std::move(message));
    }
};

/// Returns the collections whose records are meant. Errors: kInvalid if there can be none.
Result<std::vector<std::string>> subjects(const CheckPlace& place, Subject on) {
    if (on == Subject::kSelf) return std::vector{place.owner.name};
    if (on == Subject::kParent) {
        if (!place.owner.parent.empty()) return std::vector{place.owner.parent};
        return place.refuse(fmt::format("\"{}\" has no parent to act on", place.owner.name));
    }
    auto children = place.laws.children_of(place.owner.name);
    if (!children.empty()) return children;
    return place.refuse(fmt::format("no records belong to those of \"{}\"", place.owner.name));
}

/// Calls `check` with the machine of each subject. Errors: kInvalid for one without machine.
template <typename Check>
Result<void> for_machines(const CheckPlace& place, Subject on, const Check& check) {
    const auto collections = subjects(place, on);
    if (!collections) return fail(collections.error());
    for (const std::string& name : *collections) {
        const Machine* machine = place.laws.machine_of(name);
        if (!machine) return place.refuse(fmt::format("\"{}\" has no machine", name));
        Result<void> checked = check(*machine);
        if (!checked) return checked;
    }
    return {};
}

Result<void> check_states(const CheckPlace& place,
                          Subject on,
                          const std::vector<std::string>& states) {
    if (states.empty()) return {};
    return for_machines(place, on, [&](const Machine& machine) -> Result<void> {
        std::vector<std::string> known;
        for (const State& state : machine.states()) known.push_back(state.name);
        for (const std::string& name : states) {
            if (machine.find_state(name)) continue;
            return place.refuse(with_nearest(
                fmt::format("\"{}\" is not a state of machine \"{}\"", name, machine.name()),
                name,
                known));
        }
        return {};
    });
}

Result<void> check_limit(const CheckPlace& place, const std::string& name, bool is_time) {
    if (name.empty()) return {};
    const auto limit = place.laws.limits.find(name);
    if (limit == place.laws.limits.end()) {
        return place.refuse(with_nearest(
            fmt::format("no machine has a limit \"{}\"", name), name, keys_of(place.laws.limits)));
    }
    if (limit->second.is_time == is_time) return {};
    return place.refuse(fmt::format("the limit \"{}\" is a {}, not a {}",
                                    name,
                                    is_time ? "count" : "time",
                                    is_time ? "time" : "count"));
}

Result<void> check_condition(const CheckPlace& place, const Condition& condition) {
    const auto found = subjects(place, condition.on);
    if (!found) return fail(found.error());
    if (condition.on == Subject::kChildren && condition.states.empty())
        return place.refuse("of children a condition can only ask for their \"state\"");
    if (condition.states.empty() && condition.fields.empty())
        return place.refuse("a condition needs \"any_of\" (pointers) or \"state\"");
    return check_states(place, condition.on, condition.states).and_then([&] {
        return check_limit(place, condition.at_least ? condition.at_least->limit : "", false);
    });
}

Result<void> check_created(const CheckPlace& place, const Effect& effect) {
    const auto made = place.laws.collections.find(effect.name);
    if (made != place.laws.collections.end() && made->second.parent == place.owner.name) return {};
    return place.refuse(
        fmt::format("cannot create \"{}\": it is no collection whose parent is \"{}\"",
                    effect.name,
                    place.owner.name));
}

Result<void> check_effect(const CheckPlace& place, const Effect& effect) {
    const auto found = subjects(place, effect.on);
    if (!found) return fail(found.error());
    if (effect.kind == Effect::Kind::kCreate) return check_created(place, effect);
    if (effect.kind == Effect::Kind::kFire) {
        return for_machines(place, effect.on, [&](const Machine& machine) -> Result<void> {
            if (machine.takes(effect.name)) return {};
            return place.refuse(fmt::format(
                "no transition of machine \"{}\" is on \"{}\"", machine.name(), effect.name));
        });
    }
    if (effect.kind != Effect::Kind::kStop) return {};
    return for_machines(place, effect.on, [&](const Machine& machine) -> Result<void> {
        if (machine.has_alarm(effect.name)) return {};
        return place.refuse(
            fmt::format("machine \"{}\" has no alarm \"{}\"", machine.name(), effect.name));
    });
}

Result<void> check_all(const CheckPlace& place, const std::vector<Condition>& conditions) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        auto checked = check_condition(place.at(fmt::format("/{}", i)), conditions[i]);
        if (!checked) return checked;
    }
    return {};
}

Result<void> check_all(const CheckPlace& place, const std::vector<Effect>& effects) {
    for (std::size_t i = 0; i < effects.size(); ++i) {
        const CheckPlace at = place.at(fmt::format("/{}", i));
        auto checked = check_effect(at, effects[i]).and_then([&] {
            return check_all(at.at("/when"), effects[i].when);
        });
        if (!checked) return checked;
    }
    return {};
}

Result<void> check_all(const CheckPlace& place, const std::vector<Transition>& transitions) {
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        const CheckPlace at = place.at(fmt::format("/{}", i));
        const std::string limit = transitions[i].after ? transitions[i].after->limit : "";
        auto checked = check_limit(at.at("/after"), limit, true).and_then([&] {
            return check_all(at.at("/when"), transitions[i].when);
        });
        if (!checked) return checked;
    }
    return {};
}

Result<void> check_state(const CheckPlace& place, const State& state) {
    auto checked = check_all(place.at("/on_enter"), state.on_enter);
    for (const StateAlarm& alarm : state.alarms) {
        if (!checked) return checked;
        const CheckPlace at = place.at("/alarms/" + escape_pointer_token(alarm.name));
        checked = check_limit(at.at(alarm.repeats ? "/every" : "/after"), alarm.span.limit, true)
                      .and_then([&] { return check_all(at.at("/when"), alarm.when); })
                      .and_then([&] { return check_all(at.at("/effects"), alarm.effects); });
    }
    return checked;
}

}  // namespace

Result<void> check_effects(const std::vector<Effect>& effects,
                           const Laws& laws,
                           const Collection& owner,
                           const Document& fixture,
                           const std::string& pointer) {
    return check_all(CheckPlace{laws, owner, fixture, pointer}, effects);
}

Result<void> check_conditions(const std::vector<Condition>& conditions,
                              const Laws& laws,
                              const Collection& owner,
                              const Document& fixture,
                              const std::string& pointer) {
    return check_all(CheckPlace{laws, owner, fixture, pointer}, conditions);
}

Result<void> check_machine(const Machine& machine,
                           const Laws& laws,
                           const Collection& owner,
                           const Document& fixture) {
    const CheckPlace place{laws, owner, fixture, ""};
    auto checked = check_all(place.at("/on_change"), machine.on_change()).and_then([&] {
        return check_all(place.at("/transitions"), machine.transitions());
    });
    for (const State& state : machine.states()) {
        if (!checked) return checked;
        checked = check_state(place.at("/states/" + escape_pointer_token(state.name)), state);
    }
    for (const Slot& slot : machine.slots()) {
        if (!checked) return checked;
        const CheckPlace at = place.at("/slots/" + escape_pointer_token(slot.name));
        checked = check_limit(at, slot.name, false).and_then([&] {
            return check_all(at.at("/when"), slot.when);
        });
    }
    return checked;
}

Result<void> check_moves(const std::vector<Transition>& transitions,
                         const Machine& machine,
                         const Laws& laws,
                         const Document& fixture,
                         const std::string& pointer) {
    auto checked = check_transitions(transitions, machine, fixture, pointer);
    for (const auto& [name, collection] : laws.collections) {
        if (!checked) return checked;
        if (collection.machine == machine.name())
            checked = check_all(CheckPlace{laws, collection, fixture, pointer}, transitions);
    }
    return checked;
}

}  // namespace plumbline::mock

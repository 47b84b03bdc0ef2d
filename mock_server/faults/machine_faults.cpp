#include "mock_server/faults/machine_faults.hpp"

#include "mock_server/lifecycle/check_laws.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

/// One member of a fault, where it stands and what names mean there.
struct Member {
    const Document& fixture;
    const Laws& laws;
    std::string pointer;

    [[nodiscard]] Member at(const std::string& key) const {
        return {fixture, laws, pointer + '/' + escape_pointer_token(key)};
    }
    [[nodiscard]] const Json& value() const {
        static const Json kNone = Json::object();
        const Json* found = find(*fixture.root, std::string_view(pointer));
        return found ? *found : kNone;
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string message) const {
        return fail_at(fixture, pointer, std::move(message));
    }
    [[nodiscard]] tl::unexpected<Error> no_such(std::string_view what,
                                                const std::string& name,
                                                const std::vector<std::string>& known) const {
        const std::string near = nearest_name(name, known);
        return refuse(fmt::format("no {} is named \"{}\"{}",
                                  what,
                                  name,
                                  near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
    }
};

template <typename Map>
std::vector<std::string> names_of(const Map& map) {
    std::vector<std::string> names;
    names.reserve(map.size());
    for (const auto& [name, value] : map) names.push_back(name);
    return names;
}

/// Calls `read` with each member's place and name. Errors: the first of `read`.
template <typename Read>
Result<void> for_each_member(const Member& place, const Read& read) {
    for (const auto& [key, value] : place.value().items()) {
        const std::string name = key;
        Result<void> done = read(place.at(name), name);
        if (!done) return done;
    }
    return {};
}

/// The same for members that are named like machines.
template <typename Read>
Result<void> for_each_machine(const Member& place, const Read& read) {
    return for_each_member(place, [&](const Member& at, const std::string& name) -> Result<void> {
        const auto machine = at.laws.machines.find(name);
        if (machine == at.laws.machines.end())
            return at.no_such("machine", name, names_of(at.laws.machines));
        return read(at, machine->second);
    });
}

Result<void> read_limits(const Member& place, Switches& switches) {
    return for_each_member(place, [&](const Member& at, const std::string& name) -> Result<void> {
        const auto known = at.laws.limits.find(name);
        if (known == at.laws.limits.end())
            return at.no_such("limit", name, names_of(at.laws.limits));
        const auto limit = read_limit(at.value());
        if (!limit) return at.refuse(limit.error().message);
        if (limit->is_time != known->second.is_time)
            return at.refuse(known->second.is_time ? "this limit is a duration"
                                                   : "this limit is a count");
        switches.limits[name] = limit->value;
        return {};
    });
}

Result<void> read_timings(const Member& place, Switches& switches) {
    const auto known = place.laws.timed_places();
    return for_each_machine(place, [&](const Member& of_machine, const Machine& machine) {
        return for_each_member(
            of_machine, [&](const Member& at, const std::string& name) -> Result<void> {
                const std::string timed = machine.name() + '/' + name;
                if (!known.contains(timed))
                    return at.no_such("state", timed, {known.begin(), known.end()});
                const auto time = read_limit(at.value());
                if (!time || !time->is_time)
                    return at.refuse(time ? "needs a duration like \"PT30S\""
                                          : time.error().message);
                switches.timings[timed] = Duration(time->value);
                return {};
            });
    });
}

Result<void> read_events(const Member& place, Switches& switches) {
    return for_each_machine(place, [&](const Member& of_machine, const Machine& machine) {
        return for_each_member(
            of_machine, [&](const Member& at, const std::string& event) -> Result<void> {
                const std::string instead = as_string(at.value()).value_or("");
                for (const std::string& name : {event, instead}) {
                    if (name.empty() || machine.takes(name)) continue;
                    return at.refuse(fmt::format(
                        "no transition of machine \"{}\" is on \"{}\"", machine.name(), name));
                }
                switches.fire_instead[machine.name()][event] = instead;
                return {};
            });
    });
}

Result<void> read_ways(const Member& place, Switches& switches) {
    return for_each_machine(place, [&](const Member& at, const Machine& machine) -> Result<void> {
        auto transitions = read_transitions(at.fixture, at.pointer);
        if (!transitions) return fail(transitions.error());
        auto checked = check_moves(*transitions, machine, at.laws, at.fixture, at.pointer);
        if (checked) switches.transitions[machine.name()] = std::move(*transitions);
        return checked;
    });
}

Result<void> read_state_effects(const Member& at,
                                const Machine& machine,
                                const std::string& state,
                                Switches& switches) {
    if (!machine.find_state(state)) {
        std::vector<std::string> known;
        for (const State& one : machine.states()) known.push_back(one.name);
        return at.no_such("state", state, known);
    }
    auto effects = read_effects(at.fixture, at.pointer);
    if (!effects) return fail(effects.error());
    for (const auto& [name, collection] : at.laws.collections) {
        if (collection.machine != machine.name()) continue;
        auto checked = check_effects(*effects, at.laws, collection, at.fixture, at.pointer);
        if (!checked) return checked;
    }
    switches.on_enter[machine.name() + '/' + state] = std::move(*effects);
    return {};
}

Result<void> read_on_enter(const Member& place, Switches& switches) {
    return for_each_machine(place, [&](const Member& of_machine, const Machine& machine) {
        return for_each_member(of_machine, [&](const Member& at, const std::string& state) {
            return read_state_effects(at, machine, state, switches);
        });
    });
}

}  // namespace

Result<void> read_machine_faults(const Document& fixture,
                                 const std::string& pointer,
                                 const Laws& laws,
                                 Switches& switches) {
    const Member fault{fixture, laws, pointer};
    return read_limits(fault.at("limits"), switches)
        .and_then([&] { return read_timings(fault.at("timings"), switches); })
        .and_then([&] { return read_events(fault.at("fire_instead"), switches); })
        .and_then([&] { return read_ways(fault.at("transitions"), switches); })
        .and_then([&] { return read_on_enter(fault.at("on_enter"), switches); });
}

}  // namespace plumbline::mock

#include "mock_server/faults/machine_faults.hpp"

#include "mock_server/lifecycle/lifecycle.hpp"
#include "spec/base/name_hint.hpp"

#include <fmt/format.h>

#include <set>

namespace plumbline::mock {
namespace {

tl::unexpected<Error> unknown_name(const FixtureValue& node,
                                   std::string_view what,
                                   const std::string& name,
                                   const std::vector<std::string>& known) {
    return node.fail(
        fmt::format("no {} is named \"{}\"{}", what, name, quoted_name_hint(name, known)));
}

/// Calls `read` with each member that is named after a machine, and that machine.
template <typename Read>
Result<void> for_each_machine(const FixtureValue& parent,
                              const StateModel& model,
                              const Read& read) {
    return check_each(parent.members(), [&](const FixtureValue& node) -> Result<void> {
        const auto machine = model.machines.find(node.name());
        if (machine == model.machines.end())
            return unknown_name(node, "machine", node.name(), keys_of(model.machines));
        return read(node, machine->second);
    });
}

Result<void> read_limits(const FixtureValue& parent,
                         const StateModel& model,
                         FaultOverrides& overrides) {
    return check_each(parent.members(), [&](const FixtureValue& node) -> Result<void> {
        const auto known = model.limits.find(node.name());
        if (known == model.limits.end())
            return unknown_name(node, "limit", node.name(), keys_of(model.limits));
        const auto limit = read_limit(node.json());
        if (!limit) return node.fail(limit.error().message);
        if (limit->is_time != known->second.is_time)
            return node.fail(known->second.is_time ? "this limit is a duration"
                                                   : "this limit is a count");
        overrides.limits[node.name()] = limit->value;
        return {};
    });
}

Result<void> read_timing(const FixtureValue& node,
                         const Machine& machine,
                         const std::set<std::string>& known,
                         FaultOverrides& overrides) {
    const std::string key = machine.name + '/' + node.name();
    if (!known.contains(key)) return unknown_name(node, "state", key, {known.begin(), known.end()});
    const auto time = read_limit(node.json());
    if (!time || !time->is_time)
        return node.fail(time ? "needs a duration like \"PT30S\"" : time.error().message);
    overrides.timings[key] = Duration(time->value);
    return {};
}

Result<void> read_event_replacement(const FixtureValue& node,
                                    const Machine& machine,
                                    FaultOverrides& overrides) {
    for (const std::string& name : {node.name(), node.text()}) {
        if (name.empty() || machine.handles(name)) continue;
        return node.fail(fmt::format(
            "no transition of machine \"{}\" is triggered by \"{}\"", machine.name, name));
    }
    overrides.event_replacements[machine.name][node.name()] = node.text();
    return {};
}

Result<void> read_extra_transitions(const FixtureValue& node,
                                    const Machine& machine,
                                    const StateModel& model,
                                    FaultOverrides& overrides) {
    auto& transitions = overrides.transitions[machine.name];
    return assign(read_transitions(node), transitions).and_then([&] {
        return check_extra_transitions(transitions, machine, model, node);
    });
}

Result<void> read_state_effects(const FixtureValue& node,
                                const Machine& machine,
                                const StateModel& model,
                                FaultOverrides& overrides) {
    const MachineState* state = machine.find_state(node.name());
    if (!state) return unknown_name(node, "state", node.name(), names_of(machine.states));
    auto& effects = overrides.on_enter[state->timing_key];
    return assign(read_effects(node), effects).and_then([&] {
        return check_each(model.collections, [&](const auto& collection) {
            return collection.second.machine == &machine
                       ? check_effects(effects, model, collection.second)
                       : Result<void>();
        });
    });
}

/// Calls `read` with each member of each member that is named after a machine, and that machine.
template <typename Read>
Result<void> for_each_machine_member(const FixtureValue& parent,
                                     const StateModel& model,
                                     const Read& read) {
    return for_each_machine(parent, model, [&](const FixtureValue& node, const Machine& machine) {
        return check_each(node.members(),
                          [&](const FixtureValue& one) { return read(one, machine); });
    });
}

}  // namespace

Result<void> read_machine_faults(const FixtureValue& fault,
                                 const StateModel& model,
                                 FaultOverrides& overrides) {
    return read_limits(fault.at("limits"), model, overrides)
        .and_then([&] {
            const auto known = model.timing_keys();
            return for_each_machine_member(
                fault.at("timings"), model, [&](const FixtureValue& node, const Machine& machine) {
                    return read_timing(node, machine, known, overrides);
                });
        })
        .and_then([&] {
            return for_each_machine_member(fault.at("replace_events"),
                                           model,
                                           [&](const FixtureValue& node, const Machine& machine) {
                                               return read_event_replacement(
                                                   node, machine, overrides);
                                           });
        })
        .and_then([&] {
            return for_each_machine(fault.at("transitions"),
                                    model,
                                    [&](const FixtureValue& node, const Machine& machine) {
                                        return read_extra_transitions(
                                            node, machine, model, overrides);
                                    });
        })
        .and_then([&] {
            return for_each_machine_member(
                fault.at("on_enter"), model, [&](const FixtureValue& node, const Machine& machine) {
                    return read_state_effects(node, machine, model, overrides);
                });
        });
}

}  // namespace plumbline::mock

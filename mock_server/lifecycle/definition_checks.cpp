// Checks that the names used in effects, conditions and machines exist.

#include "mock_server/lifecycle/definition_checks.hpp"

#include "spec/base/name_hint.hpp"

#include <fmt/format.h>

namespace plumbline::mock {
namespace {

/// What is checked: names that are used at a position, for the records of a collection.
struct FixtureCheck {
    const StateModel& model;
    const Collection& owner;
    const SourceRef& where;

    [[nodiscard]] tl::unexpected<Error> fail_here(std::string message) const {
        return fail(ErrorCode::kInvalid, std::move(message), where);
    }
};

/// Returns the collections of the records referred to. Errors: kInvalid if there are none.
Result<std::vector<std::string>> subject_collections(const FixtureCheck& check, RecordRelation on) {
    const Collection& owner = check.owner;
    switch (on) {
        case RecordRelation::kSelf:
        case RecordRelation::kSiblings:
            return std::vector{owner.name};
        case RecordRelation::kParent:
            if (!owner.parent.empty()) return std::vector{owner.parent};
            return check.fail_here(fmt::format("\"{}\" has no parent to act on", owner.name));
        case RecordRelation::kChildren:
            break;
    }
    if (!owner.children.empty()) return owner.children;
    return check.fail_here(fmt::format("the collection \"{}\" has no children", owner.name));
}

/// Calls `check_machine` with the machine of each collection referred to. Errors: kInvalid for one
/// without machine.
template <typename CheckMachine>
Result<void> for_each_subject_machine(const FixtureCheck& check,
                                      RecordRelation on,
                                      const CheckMachine& check_machine) {
    return subject_collections(check, on).and_then([&](const std::vector<std::string>& names) {
        return check_each(names, [&](const std::string& name) -> Result<void> {
            const Machine* machine = check.model.machine_of(name);
            if (!machine) return check.fail_here(fmt::format("\"{}\" has no machine", name));
            return check_machine(*machine);
        });
    });
}

Result<void> check_states(const FixtureCheck& check,
                          RecordRelation on,
                          const std::vector<std::string>& states) {
    return for_each_subject_machine(check, on, [&](const Machine& machine) {
        return check_each(states, [&](const std::string& name) -> Result<void> {
            if (machine.find_state(name)) return {};
            return check.fail_here(fmt::format("\"{}\" is not a state of machine \"{}\"{}",
                                               name,
                                               machine.name,
                                               quoted_name_hint(name, names_of(machine.states))));
        });
    });
}

Result<void> check_limit(const FixtureCheck& check, const std::string& name, bool is_time) {
    const auto& limits = check.model.limits;
    const auto limit = limits.find(name);
    if (limit == limits.end()) {
        return check.fail_here(fmt::format(
            "no machine has a limit \"{}\"{}", name, quoted_name_hint(name, keys_of(limits))));
    }
    if (limit->second.is_time == is_time) return {};
    return check.fail_here(fmt::format("the limit \"{}\" is a {}, not a {}",
                                       name,
                                       is_time ? "count" : "time",
                                       is_time ? "time" : "count"));
}

Result<void> check_delay(const DelaySpec& delay, const StateModel& model, const Collection& owner) {
    const auto* limit = std::get_if<LimitName>(&delay);
    return limit ? check_limit({model, owner, limit->where}, limit->name, true) : Result<void>();
}

Result<void> check_condition(const FixtureCheck& check, const RecordCondition& condition) {
    const auto found = subject_collections(check, condition.on);
    if (!found) return fail(found.error());
    if (const auto* in_state = std::get_if<IsInState>(&condition.test))
        return check_states(check, condition.on, in_state->states);
    if (condition.on == RecordRelation::kChildren || condition.on == RecordRelation::kSiblings)
        return check.fail_here(
            "a condition on children or siblings can compare only their \"state\"");
    if (condition.fields.empty())
        return check.fail_here("a condition needs \"any_of\" (pointers) or \"state\"");
    const auto* at_least = std::get_if<IsAtLeast>(&condition.test);
    const auto* limit = at_least ? std::get_if<LimitName>(&at_least->threshold) : nullptr;
    return limit ? check_limit(check, limit->name, false) : Result<void>();
}

Result<void> check_effect(const FixtureCheck& check, const Effect& effect) {
    const auto found = subject_collections(check, effect.on);
    if (!found) return fail(found.error());
    if (const auto* create = std::get_if<CreateChildren>(&effect.action)) {
        const auto created = check.model.collections.find(create->collection);
        if (created != check.model.collections.end() && created->second.parent == check.owner.name)
            return {};
        return check.fail_here(
            fmt::format("cannot create \"{}\": it is not a collection whose parent is \"{}\"",
                        create->collection,
                        check.owner.name));
    }
    const auto* sent = std::get_if<QueueEvent>(&effect.action);
    const auto* stop = std::get_if<StopAlarm>(&effect.action);
    if (!sent && !stop) return {};
    return for_each_subject_machine(check, effect.on, [&](const Machine& machine) -> Result<void> {
        if (sent && !machine.handles(sent->event)) {
            return check.fail_here(
                fmt::format("no transition of machine \"{}\" is triggered by \"{}\"",
                            machine.name,
                            sent->event));
        }
        if (stop && !machine.has_alarm(stop->alarm)) {
            return check.fail_here(
                fmt::format("machine \"{}\" has no alarm \"{}\"", machine.name, stop->alarm));
        }
        return {};
    });
}

Result<void> check_transition_list(const std::vector<Transition>& transitions,
                                   const StateModel& model,
                                   const Collection& owner) {
    return check_each(transitions, [&](const Transition& transition) {
        return check_delay(transition.after.value_or(DelaySpec()), model, owner).and_then([&] {
            return check_conditions(transition.when, model, owner);
        });
    });
}

Result<void> check_state(const MachineState& state,
                         const StateModel& model,
                         const Collection& owner) {
    return check_effects(state.on_enter, model, owner).and_then([&] {
        return check_each(state.alarms, [&](const StateAlarm& alarm) {
            return check_delay(alarm.delay, model, owner)
                .and_then([&] { return check_conditions(alarm.when, model, owner); })
                .and_then([&] { return check_effects(alarm.effects, model, owner); });
        });
    });
}

}  // namespace

Result<void> check_effects(const std::vector<Effect>& effects,
                           const StateModel& model,
                           const Collection& owner) {
    return check_each(effects, [&](const Effect& effect) {
        return check_effect({model, owner, effect.where}, effect).and_then([&] {
            return check_conditions(effect.when, model, owner);
        });
    });
}

Result<void> check_conditions(const std::vector<RecordCondition>& conditions,
                              const StateModel& model,
                              const Collection& owner) {
    return check_each(conditions, [&](const RecordCondition& condition) {
        return check_condition({model, owner, condition.where}, condition);
    });
}

Result<void> check_machine(const Machine& machine,
                           const StateModel& model,
                           const Collection& owner) {
    return check_effects(machine.on_change, model, owner)
        .and_then([&] { return check_transition_list(machine.transitions, model, owner); })
        .and_then([&] {
            return check_each(machine.states, [&](const MachineState& state) {
                return check_state(state, model, owner);
            });
        })
        .and_then([&] {
            return check_each(machine.slots, [&](const SlotDefinition& slot) {
                return check_limit({model, owner, slot.where}, slot.name, false).and_then([&] {
                    return check_conditions(slot.when, model, owner);
                });
            });
        });
}

Result<void> check_extra_transitions(const std::vector<Transition>& transitions,
                                     const Machine& machine,
                                     const StateModel& model,
                                     const FixtureValue& list) {
    return check_transitions(list, machine).and_then([&] {
        return check_each(model.collections, [&](const auto& collection) {
            return collection.second.machine == &machine
                       ? check_transition_list(transitions, model, collection.second)
                       : Result<void>();
        });
    });
}

}  // namespace plumbline::mock

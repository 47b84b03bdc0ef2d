#pragma once
// Checks that the names used in fixtures exist. An unknown name would silently have no effect.

#include "mock_server/lifecycle/state_model.hpp"

#include <vector>

namespace plumbline::mock {

/// Checks that everything named by effects on a record of `owner` exists: parents, children,
/// collections, events, alarms, states, limits. Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_effects(const std::vector<Effect>& effects,
                                         const StateModel& model,
                                         const Collection& owner);

/// Does the same for conditions.
[[nodiscard]] Result<void> check_conditions(const std::vector<RecordCondition>& conditions,
                                            const StateModel& model,
                                            const Collection& owner);

/// Does the same for the whole machine of the records of `owner`.
[[nodiscard]] Result<void> check_machine(const Machine& machine,
                                         const StateModel& model,
                                         const Collection& owner);

/// Does the same for additional transitions of a machine, which were read from `list`.
[[nodiscard]] Result<void> check_extra_transitions(const std::vector<Transition>& transitions,
                                                   const Machine& machine,
                                                   const StateModel& model,
                                                   const FixtureValue& list);

}  // namespace plumbline::mock

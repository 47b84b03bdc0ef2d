#pragma once
// Whether what fixtures name is there: where it is not, nothing would happen and nobody would know.

#include "mock_server/lifecycle/laws.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Checks that what effects on a record of `owner` name is there: parents, children, collections,
/// events, alarms, states, limits. Errors: kInvalid, at `pointer` of the fixture.
[[nodiscard]] Result<void> check_effects(const std::vector<Effect>& effects,
                                         const Laws& laws,
                                         const Collection& owner,
                                         const Document& fixture,
                                         const std::string& pointer);

/// The same for conditions.
[[nodiscard]] Result<void> check_conditions(const std::vector<Condition>& conditions,
                                            const Laws& laws,
                                            const Collection& owner,
                                            const Document& fixture,
                                            const std::string& pointer);

/// The same for all of a machine by which the records of `owner` live.
[[nodiscard]] Result<void> check_machine(const Machine& machine,
                                         const Laws& laws,
                                         const Collection& owner,
                                         const Document& fixture);

/// Checks collections, events, incidents and machines against one another; `machines` holds the
/// fixtures by the machines' names, `incidents` by those of the incidents. Errors: kInvalid, with
/// position.
[[nodiscard]] Result<void> check_laws(const Laws& laws,
                                      const Document& operations,
                                      const std::map<std::string, Document>& machines,
                                      const std::map<std::string, Document>& incidents);

/// Checks what extra transitions of a machine name, as check_laws checks its own. Errors: kInvalid,
/// at `pointer` of the fixture.
[[nodiscard]] Result<void> check_moves(const std::vector<Transition>& transitions,
                                       const Machine& machine,
                                       const Laws& laws,
                                       const Document& fixture,
                                       const std::string& pointer);

}  // namespace plumbline::mock

#pragma once
// What is told of a target and never weighs: answers to open questions, which way it goes where the
// description contradicts itself, and its names for members of which the description gives none.

#include "conformance/client/client.hpp"
#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/plan.hpp"
#include "reports/result.hpp"
#include "spec/contract/ledger.hpp"
#include "spec/names/accepted_names.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the answer to an open question of a step.
[[nodiscard]] reports::Finding answer_to(const workflow::Observation& question,
                                         const expressions::Scope& scope);

/// Returns what a criterion that holds shows of a contradiction.
[[nodiscard]] reports::Finding told(const workflow::Telling& telling,
                                    const expressions::Scope& scope,
                                    const Ledger& ledger);

/// Puts a successful JSON answer into our names; what came stays what was on the wire. Returns
/// which other names were met.
std::vector<MetName> take_names(const Operation& operation, client::Exchange& exchange);

/// Returns the finding that such a name was met; a run tells it once.
[[nodiscard]] reports::Finding name_met(const Operation& operation,
                                        const MetName& met,
                                        const SourceRef& where);

}  // namespace plumbline::runner

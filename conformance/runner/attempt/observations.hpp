#pragma once
// Observations of a target, which never affect a verdict: answers to open questions, the variant
// used where the description contradicts itself, and the names used for members that the
// description does not name.

#include "conformance/client/client.hpp"
#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/names/accepted_names.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the observation of a step: the answer to an open question, or the value by which the
/// target decides a contradiction.
[[nodiscard]] reports::Finding observation_finding(const workflow::StepObservation& one,
                                                   const expressions::Scope& scope,
                                                   const Ledger& ledger);

/// Translates a successful JSON response from accepted alternative names to the contract's names;
/// the wire exchange stays unchanged. Returns the alternative names that were found.
std::vector<AcceptedNameMatch> apply_accepted_names(const Operation& operation,
                                                    client::Exchange& exchange);

/// Returns the finding for an alternative name; each is reported once per run.
[[nodiscard]] reports::Finding accepted_name_finding(const Operation& operation,
                                                     const AcceptedNameMatch& match,
                                                     const SourceRef& where);

}  // namespace plumbline::runner

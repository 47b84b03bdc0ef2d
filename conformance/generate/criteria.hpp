#pragma once
// The criteria of generated steps, in the form of Arazzo.

#include "conformance/generate/generated_case.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// Returns a criterion that verifies `verifies`; if empty, the requirements of its step.
[[nodiscard]] Json make_criterion(std::string condition,
                                  const std::vector<std::string>& verifies = {});

/// Returns the criterion that `context` matches a pattern: `==` would ignore case.
[[nodiscard]] Json make_match_criterion(const std::string& context,
                                        const std::string& pattern,
                                        const std::vector<std::string>& verifies);

/// Returns the expression of a value in the response.
[[nodiscard]] std::string response_expression(const std::string& pointer);

/// Returns the criterion that a response shows a value.
[[nodiscard]] Json value_criterion(const ExpectedValue& expected);

/// Returns the criteria of a success: the request is accepted. The contract checks validate the
/// status, and another success status does not stop the workflow.
[[nodiscard]] Json success_criteria();

/// Returns the criteria of a refusal with one of the statuses (`400|422`, a regular expression).
/// The first one, that the request is refused at all, verifies the requirements of the step; the
/// second one verifies those of the operation's refusals.
[[nodiscard]] Json refusal_with_status(const Operation& operation, const std::string& statuses);
/// Returns the same with the statuses that the operation declares for a violation of `broken_rule`,
/// or of the schema if that is empty.
[[nodiscard]] Json refusal_criteria(const Operation& operation, const std::string& broken_rule);

}  // namespace plumbline::generate

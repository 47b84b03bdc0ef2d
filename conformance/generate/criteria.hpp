#pragma once
// The criteria of generated steps, as Arazzo writes them.

#include "conformance/generate/case.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// Returns a criterion that counts for `verifies`; for none of its own: for what its step names.
[[nodiscard]] Json criterion(std::string condition, const std::vector<std::string>& verifies = {});

/// Returns the criterion that `context` matches: `==` would not mind the case of letters.
[[nodiscard]] Json matching(const std::string& context,
                            const std::string& pattern,
                            const std::vector<std::string>& verifies);

/// Returns the expression of a value in the answer.
[[nodiscard]] std::string in_answer(const std::string& pointer);

/// Returns the criterion that an answer shows a value.
[[nodiscard]] Json criterion_of(const Shown& shown);

/// Returns the criteria of a success: that the request is taken at all. Whether with the status
/// that the operation declares is the contract's business, and no reason to stop.
[[nodiscard]] Json success_criteria();

/// Returns the criteria of a refusal by one of the statuses (`400|422`, a regular expression). That
/// it is refused at all counts for what the step names, how it is refused for the operation's
/// refusals.
[[nodiscard]] Json refused_with(const Operation& operation, const std::string& statuses);
/// The same by a status that the operation declares for a broken rule; "": for a broken schema.
[[nodiscard]] Json refusal_criteria(const Operation& operation, const std::string& broken_rule);

}  // namespace plumbline::generate

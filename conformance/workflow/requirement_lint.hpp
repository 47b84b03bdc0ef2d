#pragma once
// Checks which criterion of a suite verifies which requirement.

#include "conformance/workflow/problems/problems.hpp"

#include <vector>

namespace plumbline::workflow {

/// Reports criteria and stream rules that do not say which of the several requirements of their
/// step they verify: a failure would count against all of them. Reports requirements of a step that
/// nothing in it verifies.
[[nodiscard]] std::vector<SuiteProblem> check_step_requirements(const Document& document);

}  // namespace plumbline::workflow

#pragma once
// Statuses that say to try again later, and that a step judges itself.

#include "conformance/workflow/suite.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns those of 429, 503 and the statuses of gateways (http::is_gateway_status) that the step
/// expects: a criterion of it, of its actions or of its
/// observations compares the status with exactly this number; or the operation declares exactly
/// this status, and the step retries on its own.
[[nodiscard]] std::vector<int> expected_statuses(const workflow::Step& step);

}  // namespace plumbline::runner

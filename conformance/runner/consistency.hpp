#pragma once
// Reads on a target that shows a write only after a while: which of them may have come too early.
// See docs/targets.md, consistency_wait.

#include "conformance/runner/attempt.hpp"
#include "conformance/workflow/plan.hpp"

namespace plumbline::runner {

/// Says whether the step may have changed something at the target: unless it was not sent, or was
/// refused.
[[nodiscard]] bool may_have_written(const workflow::Step& step, const Attempt& attempt);

/// Says whether an answer to a read may be of before a write: what the suite looks for is not
/// there, or nothing is (404). An answer that only breaks the contract does so at any time, and
/// with 5xx the target shows nothing.
[[nodiscard]] bool may_be_stale(const workflow::Step& step, const Attempt& attempt);

/// Says whether the answer is 404, which of before a write breaks nothing.
[[nodiscard]] bool is_not_found(const Attempt& attempt);

}  // namespace plumbline::runner

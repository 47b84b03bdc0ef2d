#pragma once
// Reads from a target that shows a write only after a while. See docs/targets.md, consistency_wait.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/workflow/suite.hpp"

namespace plumbline::runner {

/// Returns whether the step may have changed something at the target: a write that was sent and not
/// refused.
[[nodiscard]] bool may_have_written(const workflow::Step& step, const Attempt& attempt);

/// Returns whether a read may show the state before a write: what the suite expects is missing, or
/// nothing was found (404). A response that only violates the contract does so at any time, and a
/// 5xx status says nothing about the state.
[[nodiscard]] bool may_be_stale(const workflow::Step& step, const Attempt& attempt);

/// Returns whether the status is 404; as a stale read, it violates nothing.
[[nodiscard]] bool is_not_found(const Attempt& attempt);

}  // namespace plumbline::runner

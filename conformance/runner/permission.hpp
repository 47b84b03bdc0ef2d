#pragma once
// What may be done to a target.

#include "conformance/runner/environment.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/plan.hpp"

#include <optional>
#include <string>

namespace plumbline::runner {

/// Refuses every write to a target that allows none, and every change of an export but of the one
/// that the target names for it: whatever a suite does, nothing of it leaves here. The target is
/// borrowed.
[[nodiscard]] Send guarded(Send send, const Target& target);

/// Returns why a scenario cannot be played at this target (it needs control, or could write through
/// any workflow it leads to, or change an export that it does not take from the input
/// `cancel_export_id`), or nothing.
[[nodiscard]] std::optional<std::string> obstacle(const workflow::Workflow& workflow,
                                                  const Target& target);

}  // namespace plumbline::runner

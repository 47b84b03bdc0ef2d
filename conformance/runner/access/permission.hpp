#pragma once
// What scenarios may reach and change at a target.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/suite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns the steps of a workflow and of all workflows that its steps call and its actions start,
/// each once.
[[nodiscard]] std::vector<const workflow::Step*> reachable_steps(
    const workflow::Workflow& workflow);

/// Refuses every write to a target that allows none, and every change of an export except the one
/// that the target names for it, whatever a suite does. The target is borrowed.
[[nodiscard]] Send with_write_permission(Send send, const Target& target);

/// Returns the reason why no setting lets a scenario be played at a target without control
/// interface, nullopt if there is none: it would change an export that is not taken from the input
/// `cancel_export_id`.
[[nodiscard]] std::optional<std::string> reason_never_playable(const workflow::Workflow& workflow);

/// Returns the reason why a scenario cannot be played at this target, nullopt if it can: it needs
/// control, it could write through any workflow that it leads to, or it could change an export that
/// is not taken from the input `cancel_export_id`.
[[nodiscard]] std::optional<std::string> reason_not_playable(const workflow::Workflow& workflow,
                                                             const Target& target);

/// Returns a sentence if playing the workflow may call operations of a source description without
/// base URL at the target: it names the source and the option that gives its URL. The control
/// interface of a mock needs none.
[[nodiscard]] std::optional<std::string> missing_base_url(const workflow::Workflow& workflow,
                                                          const Target& target);

/// Returns whether the workflow needs the control interface of a mock (x-ct-needs).
[[nodiscard]] bool needs_control(const workflow::Workflow& workflow);

/// Returns whether playing the workflow may write.
[[nodiscard]] bool may_write(const workflow::Workflow& workflow);

/// Returns whether playing the workflow may change an export although the target names none that
/// may be cancelled.
[[nodiscard]] bool needs_export_to_cancel(const workflow::Workflow& workflow, const Target& target);

}  // namespace plumbline::runner

#pragma once
// Called workflows that several scenarios share (x-ct-shared): the next ones use what the first has
// created.

#include "conformance/runner/scenario.hpp"
#include "conformance/runner/scenario_groups.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::runner {

/// A call that scenarios share: the called workflow, and the name that they give it.
using SharedCallKey = std::pair<const workflow::Workflow*, std::string>;

/// Joins groups whose scenarios share a call; the scenarios keep their indexes.
[[nodiscard]] std::vector<ScenarioGroup> join_sharing_groups(std::vector<ScenarioGroup> groups);

/// The shared calls of one group. A scenario leaves what the call has created to the next one by
/// not playing its clean-up steps, unless it is the last one or did not pass: then the next one
/// plays the call itself. Not thread-safe: scenarios of a group run one after the other.
class SharedCalls {
  public:
    /// The outcome of a call.
    struct SharedOutcome {
        WorkflowOutcome outcome;
        std::string scenario;  ///< name of the one that played it
    };

    explicit SharedCalls(const ScenarioGroup& group);

    /// Begins a scenario of the group, in its order, whether it will be played or not.
    void begin(const workflow::Workflow& scenario);
    /// Returns what an earlier scenario has left to the current one; null if there is nothing.
    [[nodiscard]] const SharedOutcome* take();
    /// Stores the outcome of the current scenario's own call, unless an output has no value: each
    /// scenario that needs it has to show that.
    void set_played(const WorkflowOutcome& outcome, const std::string& scenario);
    /// Returns whether the current scenario must not clean up, because another one follows.
    [[nodiscard]] bool leave();
    /// Ends the current scenario: what it has left is used only if it passed.
    void end(const WorkflowOutcome& scenario);

  private:
    std::map<SharedCallKey, int> left_;  ///< scenarios that have not begun
    std::map<SharedCallKey, SharedOutcome> kept_;
    std::optional<SharedCallKey> current_;
    std::optional<SharedOutcome> used_;  ///< by the current scenario
    bool is_left_ = false;
};

}  // namespace plumbline::runner

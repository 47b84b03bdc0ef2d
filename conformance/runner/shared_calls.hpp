#pragma once
// Called workflows that several scenarios share (x-ct-shared): the first scenario plays the
// workflow, the others use what it has created.

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

/// Joins groups whose scenarios share a call, also over a third group; the scenarios keep their
/// indexes.
[[nodiscard]] std::vector<ScenarioGroup> join_sharing_groups(std::vector<ScenarioGroup> groups);

/// The shared calls of one group. A scenario hands over what the call has created to the next one
/// by not playing its clean-up steps (x-ct-finally); the last scenario cleans up. The next scenario
/// plays the call itself if the previous one did not pass, or deleted what the call had created in
/// an ordinary step. Not thread-safe: scenarios of a group run one after the other.
class SharedCalls {
  public:
    /// The outcome of a call.
    struct SharedOutcome {
        WorkflowOutcome outcome;
        std::string scenario;  ///< name of the scenario that played the call
    };

    explicit SharedCalls(const ScenarioGroup& group);

    /// Begins a scenario, whether it will be played or not. Call it for each scenario, in the order
    /// of the group.
    void begin(const workflow::Workflow& scenario);
    /// Takes over what an earlier scenario has handed over to the current one, once; null if there
    /// is nothing. Valid until `end`.
    [[nodiscard]] const SharedOutcome* take();
    /// Stores the outcome of the current scenario's own call, unless an output has no value: then
    /// each scenario plays the call and fails by itself.
    void set_played(const WorkflowOutcome& outcome, const std::string& scenario);
    /// Returns true if a later scenario shares the call that the current one has taken over or
    /// played: the current one must not clean up then. Call it only if it has passed so far.
    [[nodiscard]] bool hand_over();
    /// Ends the current scenario, which had this outcome. What it hands over is used only if it
    /// passed.
    void end(const WorkflowOutcome& outcome);

  private:
    std::map<SharedCallKey, int> remaining_;       ///< number of scenarios that have not begun
    std::map<SharedCallKey, SharedOutcome> kept_;  ///< what the next scenario takes
    std::optional<SharedCallKey> current_;         ///< the current scenario's call, if it has one
    std::optional<SharedOutcome> used_;  ///< what the current scenario took over or played
    bool hands_over_ = false;            ///< whether the current scenario hands over
};

}  // namespace plumbline::runner

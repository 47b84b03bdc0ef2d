#pragma once
// Plays groups of scenarios, each group in its own environment.

#include "conformance/monitors/history_monitor.hpp"
#include "conformance/runner/access/message_secrets.hpp"
#include "conformance/runner/access/output_mask.hpp"
#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/result/transition_counts.hpp"
#include "conformance/runner/run.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/scenario_groups.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns the result of a scenario that was not played.
[[nodiscard]] reports::ScenarioResult unplayed_result(const workflow::Workflow& workflow,
                                                      reports::Verdict verdict,
                                                      std::string reason);

/// Returns the user's inputs, and a record name that identifies the scenario and does not collide
/// with other runs.
[[nodiscard]] Json given_inputs(const RunOptions& options, const workflow::Workflow& workflow);
/// The same with the assistant of a scheduled scenario.
[[nodiscard]] Json given_inputs(const RunOptions& options, const ScheduledScenario& scenario);

/// The results of a group of scenarios, and the mask of what no output may contain.
struct GroupResult {
    std::vector<reports::ScenarioResult> results;
    OutputMask mask;
};

/// Plays the groups of a run, several at a time. Thread-safe.
class GroupPlayer {
  public:
    /// Called with the name of each scenario that begins, from any thread.
    using BeginCallback = std::function<void(const std::string& name)>;

    /// `run` and `options` are borrowed.
    GroupPlayer(const RunContext& run, const RunOptions& options, BeginCallback on_begin);

    [[nodiscard]] GroupResult play(const ScenarioGroup& group, const Send& send);

    /// Returns the transitions of all workspaces so far.
    [[nodiscard]] std::vector<reports::MachineTransitions> take_transitions() {
        return transitions_.take();
    }

  private:
    /// Opens the environment of a group. If all workspaces of a mock are in use, waits for those
    /// that other jobs of this run delete; for those of other runs only a moment. Errors: those of
    /// open_environment.
    [[nodiscard]] Result<Environment> open(const Send& send, const ScenarioGroup& group);
    /// Reads what is left to read of an environment, then closes it and deletes its workspace.
    void close(const Environment& environment, const Send& send);
    [[nodiscard]] std::string hosting_of(const ScenarioGroup& group) const;
    [[nodiscard]] std::shared_ptr<monitors::HistoryMonitor> make_monitor() const;
    [[nodiscard]] std::shared_ptr<MessageSecrets> make_message_secrets(const BaseUrls& urls) const;
    [[nodiscard]] reports::ScenarioResult play_scenario_in(Environment& environment,
                                                           const ScheduledScenario& scenario,
                                                           CleanupTracker& tracker,
                                                           WorkflowOutcomes& outcomes);

    const RunContext& run_;
    const RunOptions& options_;
    const BeginCallback on_begin_;
    std::shared_ptr<monitors::HistoryRuleCache> rule_cache_;
    std::shared_ptr<SecretPlaceCache> secret_places_;
    /// Each workspace has its own history and secrets; without workspaces, the whole run shares
    /// these.
    std::shared_ptr<monitors::HistoryMonitor> monitor_;
    std::shared_ptr<MessageSecrets> message_secrets_;
    std::atomic<int> open_count_ = 0;
    TransitionCounts transitions_;
};

}  // namespace plumbline::runner

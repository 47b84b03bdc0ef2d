#pragma once
// The environments of a run's scenario groups.

#include "conformance/monitors/history_monitor.hpp"
#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/access/message_secrets.hpp"
#include "conformance/runner/run.hpp"
#include "conformance/runner/scenario_groups.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <string>

namespace plumbline::runner {

/// Opens and closes the environments in which groups of scenarios play, several at a time. The
/// target, the options and the clock are borrowed. Thread-safe.
class GroupEnvironments {
  public:
    GroupEnvironments(const Target& target, const RunOptions& options, Clock& clock);

    /// Opens the environment of a group. If all workspaces of a mock are in use, waits for those
    /// that other jobs of this run delete; for those of other runs only a moment. Errors: those of
    /// open_environment.
    [[nodiscard]] Result<Environment> open(const Send& send, const ScenarioGroup& group);
    /// Closes an environment and deletes its workspace.
    void close(const Environment& environment, const Send& send);

  private:
    [[nodiscard]] std::string hosting_of(const ScenarioGroup& group) const;
    [[nodiscard]] std::shared_ptr<monitors::HistoryMonitor> make_monitor() const;
    [[nodiscard]] std::shared_ptr<MessageSecrets> make_message_secrets(
        const std::map<std::string, std::string>& base_urls,
        const std::map<std::string, std::string>& server_urls) const;

    const Target& target_;
    const RunOptions& options_;
    Clock& clock_;
    std::shared_ptr<monitors::HistoryRuleCache> rule_cache_;
    std::shared_ptr<SecretPlaceCache> secret_places_;
    /// Each workspace has its own history and secrets; without workspaces, the whole run shares
    /// these.
    std::shared_ptr<monitors::HistoryMonitor> monitor_;
    std::shared_ptr<MessageSecrets> message_secrets_;
    std::atomic<int> open_count_ = 0;
};

/// Returns the user's inputs, and a record name that identifies the scenario and does not collide
/// with other runs.
[[nodiscard]] Json given_inputs(const RunOptions& options, const workflow::Workflow& workflow);

}  // namespace plumbline::runner

#include "conformance/runner/group_environments.hpp"

#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/interruptible_wait.hpp"
#include "conformance/runner/worlds.hpp"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace plumbline::runner {

using workflow::Workflow;

GroupEnvironments::GroupEnvironments(const Target& target, const RunOptions& options, Clock& clock)
    : target_(target),
      options_(options),
      clock_(clock),
      rule_cache_(std::make_shared<monitors::HistoryRuleCache>()),
      secret_places_(std::make_shared<SecretPlaceCache>()),
      monitor_(make_monitor()),
      message_secrets_(make_message_secrets(target.base_urls, target.server_urls)) {}

Result<Environment> GroupEnvironments::open(const Send& send, const ScenarioGroup& group) {
    constexpr Duration kPause = std::chrono::milliseconds(100);
    constexpr int kPauses = 20;  // a job may have a workspace that is not counted yet
    const std::string hosting = hosting_of(group);
    for (int left = kPauses;; left = open_count_ > 0 ? kPauses : left - 1) {
        auto environment = open_environment(target_, send, hosting);
        if (environment) {
            ++open_count_;
            const bool has_own = target_.has_control();
            environment->monitor = has_own ? make_monitor() : monitor_;
            // A value that a monitor compares with a later one must be known as a secret then.
            environment->message_secrets =
                has_own ? make_message_secrets(environment->base_urls, environment->server_urls)
                        : message_secrets_;
            environment->owner = group.front().index + 1;
        }
        if (environment || environment.error().code != ErrorCode::kLimit || left == 0 ||
            !wait_unless_stopped(options_.stop, clock_, kPause)) {
            return environment;
        }
    }
}

void GroupEnvironments::close(const Environment& environment, const Send& send) {
    close_environment(environment, target_, send);
    --open_count_;
}

/// Returns the hosting for which all scenarios of a group have their inputs.
std::string GroupEnvironments::hosting_of(const ScenarioGroup& group) const {
    std::vector<const Workflow*> workflows;
    for (const ScheduledScenario& item : group) workflows.push_back(item.workflow);
    return hosting_for(workflows, target_.worlds, [this](const Workflow& workflow) {
        return given_inputs(options_, workflow);
    });
}

std::shared_ptr<monitors::HistoryMonitor> GroupEnvironments::make_monitor() const {
    return std::make_shared<monitors::HistoryMonitor>(
        rule_cache_, target_.consistency_wait, target_.limits);
}

std::shared_ptr<MessageSecrets> GroupEnvironments::make_message_secrets(
    const std::map<std::string, std::string>& base_urls,
    const std::map<std::string, std::string>& server_urls) const {
    std::vector<std::string> public_texts;
    for (const auto* urls : {&base_urls, &server_urls}) {
        for (const auto& [name, url] : *urls) public_texts.push_back(url);
    }
    return std::make_shared<MessageSecrets>(
        secret_places_, std::move(public_texts), target_.name_mapping != nullptr);
}

Json given_inputs(const RunOptions& options, const Workflow& workflow) {
    Json inputs{{"name", record_name(options, workflow.name)}};
    if (options.inputs) inputs.update(*options.inputs);
    return inputs;
}

}  // namespace plumbline::runner

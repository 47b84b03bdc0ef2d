#include "conformance/runner/group_player.hpp"

#include "conformance/runner/access/permission.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/attempt/list_orders.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/shared_calls.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/runner/worlds.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace plumbline::runner {
namespace {

/// Returns why a dependency keeps a scenario from being played; nothing if none does.
std::optional<std::string> unmet_dependency(const workflow::Workflow& scenario,
                                            const WorkflowOutcomes& outcomes) {
    for (const workflow::WorkflowDependency& dependency : scenario.depends_on) {
        const auto needed = outcomes.find(scenario.find_workflow(dependency.workflow));
        if (needed != outcomes.end() && needed->second.passed) continue;
        const bool is_unknown = needed != outcomes.end() && needed->second.is_aborted;
        return "depends on " + dependency.workflow +
               (is_unknown ? ", which ended early" : ", which did not pass");
    }
    return std::nullopt;
}

}  // namespace

reports::ScenarioResult unplayed_result(const workflow::Workflow& workflow,
                                        reports::Verdict verdict,
                                        std::string reason) {
    reports::ScenarioResult result;
    result.name = workflow.name;
    result.summary = workflow.summary;
    result.area = workflow.area;
    result.where = workflow.where;
    result.verdict = verdict;
    result.reason = std::move(reason);
    return result;
}

Json given_inputs(const RunOptions& options, const workflow::Workflow& workflow) {
    return given_inputs(options, ScheduledScenario{&workflow});
}

Json given_inputs(const RunOptions& options, const ScheduledScenario& scenario) {
    Json inputs{{"name", record_name(options, scenario.name())}};
    if (scenario.inputs) inputs.update(*scenario.inputs);
    if (options.inputs) inputs.update(*options.inputs);
    return inputs;
}

GroupPlayer::GroupPlayer(const RunContext& run, const RunOptions& options, BeginCallback on_begin)
    : run_(run),
      options_(options),
      on_begin_(std::move(on_begin)),
      rule_cache_(std::make_shared<monitors::HistoryRuleCache>()),
      secret_places_(std::make_shared<SecretPlaceCache>()),
      monitor_(make_monitor()),
      message_secrets_(make_message_secrets({run.target.base_urls, run.target.server_urls})) {}

GroupResult GroupPlayer::play(const ScenarioGroup& group, const Send& send) {
    CleanupTracker tracker(run_, options_, send);
    std::optional<Result<Environment>> opened;  // only if a scenario can be played
    WorkflowOutcomes outcomes;
    GroupResult played;
    const auto shared = std::make_shared<SharedCalls>(group);
    for (const ScheduledScenario& item : group) {
        const workflow::Workflow& workflow = *item.workflow;
        shared->begin(workflow);
        if (auto reason = reason_not_playable(workflow, run_.target)) {
            played.results.push_back(
                unplayed_result(workflow, reports::Verdict::kSkipped, *reason));
            continue;
        }
        if (!opened) opened = open(send, group);
        if (*opened && !run_.target.has_control()) (*opened)->shared_calls = shared;
        played.results.push_back(*opened
                                     ? play_scenario_in(**opened, item, tracker, outcomes)
                                     : unplayed_result(workflow,
                                                       reports::Verdict::kNotRun,
                                                       "no workspace: " + opened->error().message));
    }
    const Environment* environment = opened && *opened ? &**opened : nullptr;
    // The clean-up deletes resources without informing the monitor.
    if (environment) environment->monitor->release_owner(environment->owner);
    tracker.clean_up(played.results);
    if (environment) {
        close(*environment, with_retry_after_interrupt(send, run_.stop));
        played.mask = output_mask(*environment);
    }
    return played;
}

Result<Environment> GroupPlayer::open(const Send& send, const ScenarioGroup& group) {
    constexpr Duration kPause = std::chrono::milliseconds(100);
    constexpr int kPauses = 20;  // a job may have a workspace that is not counted yet
    const std::string hosting = hosting_of(group);
    for (int left = kPauses;; left = open_count_ > 0 ? kPauses : left - 1) {
        auto environment = open_environment(run_.target, send, hosting);
        if (environment) {
            ++open_count_;
            const bool has_own = run_.target.has_control();
            environment->monitor = has_own ? make_monitor() : monitor_;
            environment->list_orders = std::make_shared<ListOrders>();
            // A value that a monitor compares with a later one must be known as a secret then.
            environment->message_secrets =
                has_own ? make_message_secrets(environment->urls()) : message_secrets_;
            environment->owner = group.front().index + 1;
        }
        if (environment || environment.error().code != ErrorCode::kLimit || left == 0 ||
            !wait_unless_stopped(options_.stop, run_.clock, kPause)) {
            return environment;
        }
    }
}

void GroupPlayer::close(const Environment& environment, const Send& send) {
    if (options_.collect_transitions) transitions_.fetch(environment, run_.target, send);
    close_environment(environment, run_.target, send);
    --open_count_;
}

/// Returns the hosting for which all scenarios of a group have their inputs.
std::string GroupPlayer::hosting_of(const ScenarioGroup& group) const {
    std::vector<const workflow::Workflow*> workflows;
    for (const ScheduledScenario& item : group) workflows.push_back(item.workflow);
    return hosting_for(workflows, run_.target.worlds, [this](const workflow::Workflow& workflow) {
        return given_inputs(options_, workflow);
    });
}

std::shared_ptr<monitors::HistoryMonitor> GroupPlayer::make_monitor() const {
    return std::make_shared<monitors::HistoryMonitor>(
        rule_cache_, run_.target.consistency_wait, run_.target.limits);
}

std::shared_ptr<MessageSecrets> GroupPlayer::make_message_secrets(const BaseUrls& urls) const {
    std::vector<std::string> public_texts;
    for (const auto* known : {&urls.by_area, &urls.by_source}) {
        for (const auto& [name, url] : *known) public_texts.push_back(url);
    }
    return std::make_shared<MessageSecrets>(
        secret_places_, std::move(public_texts), run_.target.name_mapping != nullptr);
}

/// Plays one scenario. The secrets among its inputs are added to those of its group: a dependent
/// scenario may read them.
reports::ScenarioResult GroupPlayer::play_scenario_in(Environment& environment,
                                                      const ScheduledScenario& scenario,
                                                      CleanupTracker& tracker,
                                                      WorkflowOutcomes& outcomes) {
    const workflow::Workflow& workflow = *scenario.workflow;
    std::vector<std::string>& secrets = environment.secrets;
    add_target_secrets(run_.target, secrets);
    environment.given_inputs = std::make_shared<const Json>(given_inputs(options_, scenario));
    add_secrets(workflow, *environment.given_inputs, secrets);
    for (const std::string& name : options_.secret_inputs)
        add_texts(*environment.given_inputs, name, secrets);
    auto inputs = inputs_for(workflow, environment, *environment.given_inputs);
    if (inputs) add_secrets(workflow, *inputs, secrets);
    on_begin_(scenario.name());
    tracker.begin_scenario(workflow, environment);
    // The scenario's own missing input is a better reason than that of a dependency.
    if (!inputs) {
        const bool mistaken = inputs.error().code == ErrorCode::kInvalid;
        return unplayed_result(workflow,
                               mistaken ? reports::Verdict::kNotRun : reports::Verdict::kSkipped,
                               inputs.error().message);
    }
    if (auto reason = unmet_dependency(workflow, outcomes))
        return unplayed_result(workflow, reports::Verdict::kSkipped, std::move(*reason));
    auto result = play_scenario(run_,
                                workflow,
                                environment,
                                std::make_shared<const Json>(std::move(*inputs)),
                                with_allowed_hosts(tracker.send(), run_.target, secrets),
                                outcomes);
    if (environment.shared_calls) environment.shared_calls->end(outcomes.at(&workflow));
    return result;
}

}  // namespace plumbline::runner

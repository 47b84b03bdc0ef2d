#include "conformance/runner/run.hpp"

#include "conformance/deviations/deviations.hpp"
#include "conformance/monitors/history_monitor.hpp"
#include "conformance/runner/access/allowed_hosts.hpp"
#include "conformance/runner/access/permission.hpp"
#include "conformance/runner/access/repeat_command.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/busy_target.hpp"
#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/group_environments.hpp"
#include "conformance/runner/rate_limiter.hpp"
#include "conformance/runner/result/build_result.hpp"
#include "conformance/runner/result/transition_counts.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/scenario_groups.hpp"
#include "conformance/runner/with_name_mapping.hpp"
#include "reports/reports.hpp"
#include "reports/result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace plumbline::runner {
namespace {

using reports::ScenarioResult;
using reports::Verdict;
using workflow::Workflow;

ScenarioResult unplayed_result(const Workflow& workflow, Verdict verdict, std::string reason) {
    ScenarioResult result;
    result.name = workflow.name;
    result.summary = workflow.summary;
    result.area = workflow.area;
    result.where = workflow.where;
    result.verdict = verdict;
    result.reason = std::move(reason);
    return result;
}

/// Returns whether a result differs from that of a conforming target.
bool has_failure_or_warning(const std::vector<ScenarioResult>& results) {
    return std::any_of(results.begin(), results.end(), [](const ScenarioResult& result) {
        return fails_run(result.verdict) || result.verdict == Verdict::kWarned;
    });
}

double seconds_of(Duration time) {
    return std::chrono::duration<double>(time).count();
}

deviations::TargetNames names_of(const Target& target) {
    return {target.title, base_urls_of(target)};
}

/// Adds the outcome of requirements and known deviations, and what could not be judged.
void conclude(const Suites& suites,
              const Ledger& ledger,
              const RunOptions& options,
              const deviations::KnownDeviations& known,
              reports::RunResult& result) {
    result.deviations =
        deviations::deviation_results(known, planned_checks(suites), result.scenarios);
    add_requirements(suites, ledger, options, result);
    std::set<std::string> unjudged;  // several suites may use one document
    for (const auto& suite : suites) {
        for (const Error& part : workflow::unjudged_parts(*suite)) unjudged.insert(to_text(part));
    }
    result.unjudged.assign(unjudged.begin(), unjudged.end());
}

/// One run: workers take the groups one after the other.
class SuiteRun {
  public:
    SuiteRun(const Target& target,
             const Suites& suites,
             const Ledger& ledger,
             const RunOptions& options,
             Clock& clock,
             const RunProgress& progress)
        : target_(target),
          options_(options),
          progress_(progress),
          context_{target, ledger, clock, clock.now(), options.severity},
          deviations_(options.deviations, names_of(target), clock.now()),
          environments_(target, options, clock) {
        context_.stop = options.stop;
        context_.deviations = &deviations_;
        context_.curl = curl_options(target);
        context_.curl.secret_headers = secret_headers_of(suites);
        context_.curl.shows_other_credentials = options.shows_literal_credentials;
        const double rate = target.max_rate.value_or(0);
        if (rate > 0 || !target.has_control())
            rate_limiter_ = std::make_shared<RateLimiter>(rate, clock, options.stop);
    }

    std::vector<ScenarioResult> play(const std::vector<ScenarioGroup>& groups,
                                     const SendFactory& make_send) {
        for (const ScenarioGroup& group : groups) results_.resize(results_.size() + group.size());
        std::atomic<std::size_t> next = 0;
        context_.make_send = [&] {
            Send send = with_rate_limit(with_name_mapping(make_send(), target_.name_mapping),
                                        rate_limiter_);
            // A mock has no gateway before it, and its workspaces have no rate limit.
            if (!target_.has_control()) {
                send = with_busy_retries(
                    std::move(send), busy_log_, rate_limiter_, context_.clock, options_.stop);
            }
            return with_write_permission(std::move(send), target_);
        };
        const auto work = [&] {
            const Send send = context_.make_send();
            for (std::size_t i = next++; i < groups.size(); i = next++) play_group(groups[i], send);
        };
        std::vector<std::jthread> workers;
        const auto jobs = static_cast<std::size_t>(std::max(1, options_.jobs));
        for (std::size_t i = 1; i < std::min(jobs, groups.size()); ++i) workers.emplace_back(work);
        work();
        workers.clear();
        return std::move(results_);
    }

    [[nodiscard]] const deviations::KnownDeviations& deviations() const { return deviations_; }

    /// Returns the transitions of all workspaces; call it after play().
    std::vector<reports::MachineTransitions> transitions() { return transitions_.take(); }

    /// Returns what the result states about the run as a whole.
    [[nodiscard]] std::vector<std::string> notes() const {
        const std::string note = busy_log_->note(rate_limiter_ ? rate_limiter_->lowest_rate() : 0);
        return note.empty() ? std::vector<std::string>() : std::vector{note};
    }

  private:
    /// The results of a group of scenarios, and the mask of what no output may contain.
    struct GroupResult {
        std::vector<ScenarioResult> results;
        OutputMask mask;
    };

    void play_group(const ScenarioGroup& group, const Send& send) {
        if (context_.is_stopped()) {
            for (const ScheduledScenario& item : group)
                record_result(
                    item, unplayed_result(*item.workflow, Verdict::kNotRun, "interrupted"), {});
            return;
        }
        const Instant began = context_.clock.now();
        const Duration waited_before = busy_log_->waited();
        GroupResult result = play_once(group, send);
        const std::string reason = reason_to_replay(began, waited_before);
        if (!reason.empty() && !context_.is_stopped() && has_failure_or_warning(result.results)) {
            result = play_once(group, send);
            for (ScenarioResult& scenario : result.results) scenario.replayed = reason;
        }
        for (std::size_t i = 0; i < group.size(); ++i)
            record_result(group[i], std::move(result.results[i]), result.mask);
    }

    /// Returns why deadlines may have passed for reasons other than the target since a group began,
    /// "" if there is none.
    std::string reason_to_replay(Instant began, Duration waited_before) const {
        const Duration stall =
            options_.stalls ? options_.stalls->longest_stall_since(began) : Duration::zero();
        if (stall > Duration::zero()) {
            return fmt::format("the runner itself stalled for {:.1f} s when it was first played",
                               seconds_of(stall));
        }
        const Duration waited = busy_log_->waited() - waited_before;
        if (waited == Duration::zero()) return "";
        return fmt::format(
            "the target's limit delayed requests by {:.1f} s when it was first played",
            seconds_of(waited));
    }

    GroupResult play_once(const ScenarioGroup& group, const Send& send) {
        CleanupTracker tracker(context_, options_, send);
        std::optional<Result<Environment>> environment;  // opened only if a scenario can be played
        WorkflowOutcomes outcomes;
        std::vector<ScenarioResult> results;
        for (const ScheduledScenario& item : group) {
            if (auto reason = reason_not_playable(*item.workflow, target_)) {
                results.push_back(unplayed_result(*item.workflow, Verdict::kSkipped, *reason));
                continue;
            }
            if (!environment) environment = environments_.open(send, group);
            if (*environment) {
                results.push_back(play_in_environment(**environment, item, tracker, outcomes));
            } else {
                results.push_back(unplayed_result(*item.workflow,
                                                  Verdict::kNotRun,
                                                  "no workspace: " + environment->error().message));
            }
        }
        // The clean-up deletes resources without informing the monitor.
        if (environment && *environment)
            (**environment).monitor->release_owner((**environment).owner);
        tracker.clean_up(results);
        OutputMask masked;
        if (environment && *environment) {
            const Send resend = with_retry_after_interrupt(send, options_.stop);
            if (options_.collect_transitions) transitions_.fetch(**environment, target_, resend);
            environments_.close(**environment, resend);
            masked = output_mask(**environment);
        }
        return {std::move(results), std::move(masked)};
    }

    /// Plays one scenario. The secrets among its inputs are added to those of its group: a
    /// dependent scenario may read them.
    ScenarioResult play_in_environment(Environment& environment,
                                       const ScheduledScenario& item,
                                       CleanupTracker& tracker,
                                       WorkflowOutcomes& outcomes) {
        std::vector<std::string>& secrets = environment.secrets;
        add_secret(target_.control_token.reveal(), secrets);
        environment.given_inputs =
            std::make_shared<const Json>(given_inputs(options_, *item.workflow));
        add_secrets(*item.workflow, *environment.given_inputs, secrets);
        for (const std::string& name : options_.secret_inputs)
            add_texts(*environment.given_inputs, name, secrets);
        auto inputs = inputs_for(*item.workflow, environment, *environment.given_inputs);
        if (inputs) add_secrets(*item.workflow, *inputs, secrets);
        if (progress_.on_begin) {
            const std::lock_guard lock(mutex_);
            progress_.on_begin(item.workflow->name);
        }
        tracker.begin_scenario(*item.workflow, environment);
        const Send safe = with_allowed_hosts(tracker.send(), target_, secrets);
        return play_item(item, environment, std::move(inputs), safe, outcomes);
    }

    ScenarioResult play_item(const ScheduledScenario& item,
                             Environment& environment,
                             Result<Json> inputs,
                             const Send& send,
                             WorkflowOutcomes& outcomes) {
        // The scenario's own missing input is a better reason than that of a dependency.
        if (!inputs) {
            const bool mistaken = inputs.error().code == ErrorCode::kInvalid;
            return unplayed_result(*item.workflow,
                                   mistaken ? Verdict::kNotRun : Verdict::kSkipped,
                                   inputs.error().message);
        }
        for (const workflow::WorkflowDependency& dependency : item.workflow->depends_on) {
            const auto needed = outcomes.find(item.workflow->find_workflow(dependency.workflow));
            if (needed == outcomes.end() || !needed->second.passed) {
                const bool is_unknown = needed != outcomes.end() && needed->second.is_aborted;
                return unplayed_result(
                    *item.workflow,
                    Verdict::kSkipped,
                    "depends on " + dependency.workflow +
                        (is_unknown ? ", which ended early" : ", which did not pass"));
            }
        }
        return play_scenario(context_,
                             *item.workflow,
                             environment,
                             std::make_shared<const Json>(std::move(*inputs)),
                             send,
                             outcomes);
    }

    void record_result(const ScheduledScenario& item,
                       ScenarioResult result,
                       const OutputMask& masked) {
        mask(result, masked);
        const std::lock_guard lock(mutex_);
        if (progress_.on_end) progress_.on_end(reports::without_run_observations(result));
        results_[item.index] = std::move(result);
    }

    const Target& target_;
    const RunOptions& options_;
    const RunProgress& progress_;
    RunContext context_;
    const deviations::KnownDeviations deviations_;
    std::shared_ptr<RateLimiter> rate_limiter_;  ///< null: no limit
    std::shared_ptr<BusyTargetLog> busy_log_ = std::make_shared<BusyTargetLog>();
    GroupEnvironments environments_;
    TransitionCounts transitions_;
    std::mutex mutex_;  ///< guards results_ and the calls of progress_
    std::vector<ScenarioResult> results_;
};

}  // namespace

reports::RunResult run_suites(const Target& target,
                              const Suites& suites,
                              const Ledger& ledger,
                              const RunOptions& options,
                              const SendFactory& make_send,
                              Clock& clock,
                              const RunProgress& progress) {
    const Instant started = clock.now();
    SuiteRun run(target, suites, ledger, options, clock, progress);
    auto scenarios = run.play(scenario_groups(suites, options), make_send);
    reports::deduplicate_run_observations(scenarios);
    auto result = build_result(target, options, std::move(scenarios), started, clock.now());
    result.transitions = run.transitions();
    result.notes = run.notes();
    conclude(suites, ledger, options, run.deviations(), result);
    return result;
}

reports::RunResult unreachable_result(const Target& target,
                                      const Suites& suites,
                                      const Ledger& ledger,
                                      const RunOptions& options,
                                      const Error& reason,
                                      const Clock& clock) {
    std::vector<ScenarioResult> scenarios;
    for (const ScenarioGroup& group : scenario_groups(suites, options)) {
        for (const ScheduledScenario& item : group)
            scenarios.push_back(unplayed_result(*item.workflow, Verdict::kNotRun, reason.message));
    }
    const Instant now = clock.now();
    auto result = build_result(target, options, std::move(scenarios), now, now);
    conclude(suites,
             ledger,
             options,
             deviations::KnownDeviations(options.deviations, names_of(target), now),
             result);
    result.target_unreachable = true;
    return result;
}

}  // namespace plumbline::runner

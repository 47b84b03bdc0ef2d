#include "conformance/runner/run.hpp"

#include "conformance/deviations/deviations.hpp"
#include "conformance/results/complete_result.hpp"
#include "conformance/runner/access/repeat_command.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/busy_target.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/group_player.hpp"
#include "conformance/runner/player/request_delays.hpp"
#include "conformance/runner/rate_limiter.hpp"
#include "conformance/runner/result/connection_records.hpp"
#include "conformance/runner/result/deleted_records.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/scenario_groups.hpp"
#include "conformance/runner/shared_calls.hpp"
#include "conformance/runner/waiting.hpp"
#include "reports/reports.hpp"
#include "reports/result.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace plumbline::runner {
namespace {

using reports::ScenarioResult;
using reports::Verdict;

/// Returns whether a result differs from that of a conforming target.
bool has_failure_or_warning(const std::vector<ScenarioResult>& results) {
    return std::ranges::any_of(results, [](const ScenarioResult& result) {
        return fails_run(result.verdict) || result.verdict == Verdict::kWarned;
    });
}

deviations::TargetNames names_of(const Target& target) {
    return {target.title, base_urls_of(target)};
}

/// Returns the names of the scenarios that check each requirement.
std::map<std::string, std::vector<std::string>> planned_checks(const Suites& suites) {
    std::map<std::string, std::vector<std::string>> planned;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows) {
            if (workflow.callable_only) continue;
            for (std::string& id : workflow.named_requirements())
                planned[std::move(id)].push_back(workflow.name);
        }
    }
    return planned;
}

/// What a run judges, and by what.
struct RunSubject {
    const Target& target;
    const Suites& suites;
    const Ledger& ledger;
    const RunOptions& options;
};

std::vector<reports::PlannedCheck> listed(
    const std::map<std::string, std::vector<std::string>>& planned) {
    std::vector<reports::PlannedCheck> list;
    list.reserve(planned.size());
    for (const auto& [id, scenarios] : planned) list.push_back({id, scenarios});
    return list;
}

/// Returns what merging the shards needs of this one.
reports::ShardRecord shard_record(const RunSubject& subject,
                                  const std::map<std::string, std::vector<std::string>>& planned) {
    RunOptions whole = subject.options;
    whole.shard.reset();
    const ShardOptions& shard = *subject.options.shard;
    return {shard.number,
            shard.count,
            shard.suites,
            subject.options.severity.strict,
            selected_scenarios(subject.suites, whole),
            listed(planned)};
}

/// Returns what cannot be judged of the documents, each part once: several suites may use one.
std::vector<std::string> unjudged_parts_of(const Suites& suites) {
    std::set<std::string> parts;
    for (const auto& suite : suites) {
        for (const Error& part : workflow::unjudged_parts(*suite)) parts.insert(to_text(part));
    }
    return {parts.begin(), parts.end()};
}

/// Returns the result of a run with these scenarios: adds what follows from them, and what could
/// not be judged.
reports::RunResult result_of(const RunSubject& subject,
                             const deviations::KnownDeviations& known,
                             std::vector<ScenarioResult> scenarios,
                             Instant started,
                             Instant ended) {
    const auto& [target, suites, ledger, options] = subject;
    reports::RunResult result;
    result.target = target.title;
    result.started = to_text(started);
    result.took_ms = milliseconds_of(ended - started);
    result.seed = options.seed;
    result.scenarios = std::move(scenarios);
    result.connections = connection_records(target);
    result.unjudged = unjudged_parts_of(suites);
    auto planned = planned_checks(suites);
    if (options.shard) result.shard = shard_record(subject, planned);
    for (const auto& [code, severity] : options.severity.checks)
        result.severity[code] = std::string(to_text(severity));
    results::complete_result(
        {ledger,
         {tested_areas(suites, ledger, options), options.severity, std::move(planned)},
         known.entries(),
         options.gates},
        result);
    return result;
}

/// One run: workers take the groups one after the other.
class SuiteRun {
  public:
    SuiteRun(const RunSubject& subject, Clock& clock, const RunProgress& progress)
        : target_(subject.target),
          options_(subject.options),
          progress_(progress),
          context_{target_, subject.ledger, clock, clock.now(), options_.severity},
          deviations_(options_.deviations, names_of(target_), clock.now()),
          player_(context_, options_, [this](const std::string& name) { report_begin(name); }) {
        context_.stop = options_.stop;
        context_.deviations = &deviations_;
        context_.curl = curl_options(target_);
        context_.curl.secret_headers = secret_headers_of(subject.suites);
        context_.curl.shows_other_credentials = options_.shows_literal_credentials;
        const double rate = target_.max_rate.value_or(0);
        if (rate > 0 || !target_.has_control())
            rate_limiter_ = std::make_shared<RateLimiter>(rate, clock, options_.stop);
    }

    std::vector<ScenarioResult> play(const std::vector<ScenarioGroup>& groups,
                                     const SendFactory& make_send) {
        for (const ScenarioGroup& group : groups) results_.resize(results_.size() + group.size());
        std::atomic<std::size_t> next = 0;
        context_.make_send = [&] {
            return worker_send(
                make_send(), target_, busy_log_, rate_limiter_, context_.clock, options_.stop);
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
        if (!replays_.empty()) replay_all(context_.make_send());
        return std::move(results_);
    }

    [[nodiscard]] const deviations::KnownDeviations& deviations() const { return deviations_; }

    /// Returns the transitions of all workspaces; call it after play().
    std::vector<reports::MachineTransitions> transitions() { return player_.take_transitions(); }

    /// Returns what the result states about the run as a whole.
    [[nodiscard]] std::vector<std::string> notes() const {
        const std::string note = busy_log_->note(rate_limiter_ ? rate_limiter_->lowest_rate() : 0);
        return note.empty() ? std::vector<std::string>() : std::vector{note};
    }

  private:
    void play_group(const ScenarioGroup& group, const Send& send) {
        if (context_.is_stopped()) {
            for (const ScheduledScenario& item : group)
                record_result(
                    item,
                    unplayed_result(*item.workflow, Verdict::kNotRun, reports::kInterruptedReason),
                    {});
            return;
        }
        const Instant began = context_.clock.now();
        const Duration waited_before = busy_log_->waited();
        GroupResult result = player_.play(group, send);
        std::string reason = has_failure_or_warning(result.results)
                                 ? reason_to_replay(result.results, began, waited_before)
                                 : "";
        if (reason.empty()) return record_results(group, std::move(result));
        const std::lock_guard lock(mutex_);
        replays_.push_back({&group, std::move(result), std::move(reason)});
    }

    /// Plays groups once more, after all others and one at a time: no other scenario then takes the
    /// machine or the turns of a limited rate. After an interrupt, the first results count.
    void replay_all(const Send& send) {
        for (Replay& one : replays_) {
            if (!context_.is_stopped()) {
                one.result = player_.play(*one.group, send);
                for (ScenarioResult& scenario : one.result.results) scenario.replayed = one.reason;
            }
            record_results(*one.group, std::move(one.result));
        }
    }

    void record_results(const ScenarioGroup& group, GroupResult result) {
        for (std::size_t i = 0; i < group.size(); ++i)
            record_result(group[i], std::move(result.results[i]), result.mask);
    }

    /// Returns why deadlines may have passed for reasons other than the target since a group began,
    /// "" if there is none.
    std::string reason_to_replay(const std::vector<ScenarioResult>& results,
                                 Instant began,
                                 Duration waited_before) const {
        const Duration stall =
            options_.stalls ? options_.stalls->longest_stall_since(began) : Duration::zero();
        if (stall > Duration::zero()) {
            return fmt::format("the runner itself stalled for {:.1f} s when it was first played",
                               seconds_of(stall));
        }
        const Duration waited = busy_log_->waited() - waited_before;
        if (waited == Duration::zero())
            return std::ranges::any_of(results, has_late_step)
                       ? "limits of the request rate delayed requests when it was first played"
                       : "";
        return fmt::format(
            "the target's limit delayed requests by {:.1f} s when it was first played",
            seconds_of(waited));
    }

    void report_begin(const std::string& name) {
        if (!progress_.on_begin) return;
        const std::lock_guard lock(mutex_);
        progress_.on_begin(name);
    }

    void record_result(const ScheduledScenario& item,
                       ScenarioResult result,
                       const OutputMask& masked) {
        result.name = item.name();
        mask(result, masked);
        const std::lock_guard lock(mutex_);
        if (progress_.on_end) progress_.on_end(reports::without_run_observations(result));
        results_[item.index] = std::move(result);
    }

    /// A group that is to be played once more.
    struct Replay {
        const ScenarioGroup* group;
        GroupResult result;  ///< the first one
        std::string reason;
    };

    const Target& target_;
    const RunOptions& options_;
    const RunProgress& progress_;
    RunContext context_;
    const deviations::KnownDeviations deviations_;
    std::shared_ptr<RateLimiter> rate_limiter_;  ///< null: no limit
    std::shared_ptr<BusyTargetLog> busy_log_ = std::make_shared<BusyTargetLog>();
    GroupPlayer player_;
    std::mutex mutex_;  ///< guards results_, replays_ and the calls of progress_
    std::vector<ScenarioResult> results_;
    std::vector<Replay> replays_;
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
    const RunSubject subject{target, suites, ledger, options};
    SuiteRun run(subject, clock, progress);
    auto groups = scenario_groups(suites, options);
    // Workspaces cost nothing; at any other target a resource may take minutes.
    if (!target.has_control()) groups = join_sharing_groups(std::move(groups));
    auto scenarios = run.play(groups, make_send);
    // With a workspace, all of its records are deleted.
    if (!target.has_control()) mark_deleted_records(scenarios);
    auto result = result_of(subject, run.deviations(), std::move(scenarios), started, clock.now());
    result.transitions = run.transitions();
    result.notes = run.notes();
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
        for (const ScheduledScenario& item : group) {
            scenarios.push_back(unplayed_result(*item.workflow, Verdict::kNotRun, reason.message));
            scenarios.back().name = item.name();
        }
    }
    const Instant now = clock.now();
    const deviations::KnownDeviations known(options.deviations, names_of(target), now);
    auto result =
        result_of({target, suites, ledger, options}, known, std::move(scenarios), now, now);
    result.target_unreachable = true;
    return result;
}

}  // namespace plumbline::runner

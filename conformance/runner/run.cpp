#include "conformance/runner/run.hpp"

#include "conformance/monitors/watch.hpp"
#include "conformance/runner/custody.hpp"
#include "conformance/runner/gathering.hpp"
#include "conformance/runner/grouping.hpp"
#include "conformance/runner/hosts.hpp"
#include "conformance/runner/pacer.hpp"
#include "conformance/runner/permission.hpp"
#include "conformance/runner/renaming.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/secrets.hpp"
#include "conformance/runner/transitions.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/runner/worlds.hpp"
#include "reports/told_once.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace plumbline::runner {
namespace {

using reports::ScenarioResult;
using reports::Verdict;
using workflow::Workflow;

ScenarioResult without_playing(const Workflow& workflow, Verdict verdict, std::string reason) {
    ScenarioResult result;
    result.name = workflow.name;
    result.summary = workflow.summary;
    result.area = workflow.area;
    result.where = workflow.where;
    result.verdict = verdict;
    result.reason = std::move(reason);
    return result;
}

/// Says whether something came out other than a target that conforms has it.
bool has_trouble(const std::vector<ScenarioResult>& results) {
    return std::any_of(results.begin(), results.end(), [](const ScenarioResult& result) {
        return is_against(result.verdict) || result.verdict == Verdict::kWarned;
    });
}

std::string replayed_after(Duration pause) {
    return fmt::format("the runner itself stood still for {:.1f} s when it was first played",
                       std::chrono::duration<double>(pause).count());
}

/// One run: the groups are taken by the workers one after the other.
class Run {
  public:
    Run(const Target& target,
        const Suites& suites,
        const Ledger& ledger,
        const RunOptions& options,
        Clock& clock,
        const Progress& progress)
        : target_(target),
          options_(options),
          progress_(progress),
          stage_{target, ledger, clock, clock.now(), options.severity},
          watch_(new_watch()) {
        stage_.stop = options.stop;
        stage_.secret_headers = secret_headers_of(suites);
        const double rate = target.max_rate.value_or(0);
        if (rate > 0) pacer_ = std::make_shared<Pacer>(rate, clock, options.stop);
    }

    std::vector<ScenarioResult> play(const std::vector<Group>& groups,
                                     const SendFactory& make_send) {
        for (const Group& group : groups) results_.resize(results_.size() + group.size());
        std::atomic<std::size_t> next = 0;
        stage_.open_send = [&] {
            return guarded(paced(renamed(make_send(), target_.vocabulary), pacer_), target_);
        };
        const auto work = [&] {
            const Send send = stage_.open_send();
            for (std::size_t i = next++; i < groups.size(); i = next++) play_group(groups[i], send);
        };
        std::vector<std::jthread> workers;
        const auto wanted = static_cast<std::size_t>(std::max(1, options_.jobs));
        for (std::size_t i = 1; i < std::min(wanted, groups.size()); ++i)
            workers.emplace_back(work);
        work();
        workers.clear();
        return std::move(results_);
    }

    /// Returns the transitions of all workspaces, once all is played.
    std::vector<reports::MachineTransitions> transitions() { return transitions_.take(); }

  private:
    /// What came of a group of scenarios, and what no output of it may hold.
    struct Ended {
        std::vector<ScenarioResult> results;
        std::vector<std::string> secrets;
    };

    void play_group(const Group& group, const Send& send) {
        if (stage_.is_stopped()) {
            for (const Item& item : group)
                finish(item, without_playing(*item.workflow, Verdict::kNotRun, "interrupted"), {});
            return;
        }
        const Instant began = stage_.clock.now();
        Ended ended = play_once(group, send);
        const Duration pause =
            options_.pulse ? options_.pulse->longest_pause_since(began) : Duration::zero();
        if (pause > Duration::zero() && !stage_.is_stopped() && has_trouble(ended.results)) {
            ended = play_once(group, send);
            for (ScenarioResult& result : ended.results) result.replayed = replayed_after(pause);
        }
        for (std::size_t i = 0; i < group.size(); ++i)
            finish(group[i], std::move(ended.results[i]), ended.secrets);
    }

    Ended play_once(const Group& group, const Send& send) {
        Custody custody(stage_, options_, send);
        std::optional<Result<Environment>> environment;  // what cannot be played needs none
        PlayedWorkflows played;
        std::vector<ScenarioResult> ended;
        for (const Item& item : group) {
            if (auto reason = obstacle(*item.workflow, target_)) {
                ended.push_back(without_playing(*item.workflow, Verdict::kSkipped, *reason));
                continue;
            }
            if (!environment) environment = open_place(send, group);
            if (*environment) {
                ended.push_back(play_in(**environment, item, custody, played));
            } else {
                ended.push_back(without_playing(*item.workflow,
                                                Verdict::kNotRun,
                                                "no workspace: " + environment->error().message));
            }
        }
        // What is left is deleted behind the monitors' backs.
        if (environment && *environment) (**environment).watch->let_go((**environment).owner);
        custody.sweep(ended);
        std::vector<std::string> secrets;
        if (environment && *environment) {
            const Send late = insisting(send, options_.stop);
            if (options_.asks_transitions) transitions_.ask(**environment, target_, late);
            close_environment(**environment, target_, late);
            --places_;
            secrets = std::move((**environment).secrets);
        }
        return {std::move(ended), std::move(secrets)};
    }

    /// Returns the hosting where all scenarios of a group find their inputs.
    std::string hosting_of(const Group& group) const {
        std::vector<const Workflow*> workflows;
        for (const Item& item : group) workflows.push_back(item.workflow);
        return hosting_for(workflows, target_.worlds, [this](const Workflow& workflow) {
            return given_inputs(workflow);
        });
    }

    /// A workspace has a history of its own; what is not one is shared by the whole run.
    std::shared_ptr<monitors::Watch> watch() const {
        return target_.has_control() ? new_watch() : watch_;
    }

    std::shared_ptr<monitors::Watch> new_watch() const {
        return std::make_shared<monitors::Watch>(
            library_, target_.consistency_wait, target_.limits);
    }

    /// Opens a place to play. Where a mock's workspaces are used up, waits for those that other
    /// jobs of this run give back; for anybody else's only a moment.
    Result<Environment> open_place(const Send& send, const Group& group) {
        constexpr Duration kPause = std::chrono::milliseconds(100);
        constexpr int kPauses = 20;  // a job may have a workspace that is not counted yet
        const std::string hosting = hosting_of(group);
        for (int left = kPauses;; left = places_ > 0 ? kPauses : left - 1) {
            auto environment = open_environment(target_, send, hosting);
            if (environment) {
                ++places_;
                environment->watch = watch();
                environment->owner = group.front().place + 1;
            }
            if (environment || environment.error().code != ErrorCode::kLimit || left == 0 ||
                !wait_unless(options_.stop, stage_.clock, kPause)) {
                return environment;
            }
        }
    }

    /// Plays one scenario. The secrets among its inputs are those of its group: a dependent may
    /// read them.
    ScenarioResult play_in(Environment& environment,
                           const Item& item,
                           Custody& custody,
                           PlayedWorkflows& played) {
        std::vector<std::string>& secrets = environment.secrets;
        add_secret(target_.control_token.reveal(), secrets);
        environment.given = std::make_shared<const Json>(given_inputs(*item.workflow));
        add_secrets(*item.workflow, *environment.given, secrets);
        auto inputs = inputs_for(*item.workflow, environment, *environment.given);
        if (inputs) add_secrets(*item.workflow, *inputs, secrets);
        if (progress_.began) {
            const std::lock_guard lock(mutex_);
            progress_.began(item.workflow->name);
        }
        custody.begin(*item.workflow, secrets);
        const Send safe = confined(custody.send(), target_, secrets);
        return play_item(item, environment, std::move(inputs), safe, played);
    }

    ScenarioResult play_item(const Item& item,
                             Environment& environment,
                             Result<Json> inputs,
                             const Send& send,
                             PlayedWorkflows& played) {
        // What it lacks itself says more than that what it depends on lacks the same.
        if (!inputs) {
            const bool mistaken = inputs.error().code == ErrorCode::kInvalid;
            return without_playing(*item.workflow,
                                   mistaken ? Verdict::kNotRun : Verdict::kSkipped,
                                   inputs.error().message);
        }
        for (const workflow::Dependency& dependency : item.workflow->depends_on) {
            const auto needed = played.find(item.workflow->other(dependency.workflow));
            if (needed == played.end() || !needed->second.passed) {
                return without_playing(
                    *item.workflow,
                    Verdict::kSkipped,
                    "depends on " + dependency.workflow + ", which did not pass");
            }
        }
        return play_scenario(stage_,
                             *item.workflow,
                             environment,
                             std::make_shared<const Json>(std::move(*inputs)),
                             send,
                             played);
    }

    /// The user's inputs, and a name that tells whose a record is and collides with no other run's.
    Json given_inputs(const Workflow& workflow) const {
        Json inputs{{"name", record_name(options_, workflow.name)}};
        if (options_.inputs) inputs.update(*options_.inputs);
        return inputs;
    }

    void finish(const Item& item, ScenarioResult result, const std::vector<std::string>& secrets) {
        mask(result, secrets);
        const std::lock_guard lock(mutex_);
        if (progress_.ended) progress_.ended(reports::without_told_once(result));
        results_[item.place] = std::move(result);
    }

    const Target& target_;
    const RunOptions& options_;
    const Progress& progress_;
    Stage stage_;
    std::shared_ptr<Pacer> pacer_;  ///< null: no cap
    std::shared_ptr<monitors::Library> library_ = std::make_shared<monitors::Library>();
    std::shared_ptr<monitors::Watch> watch_;  ///< of targets without workspaces
    TransitionSum transitions_;
    std::atomic<int> places_ = 0;  ///< environments that are open
    std::mutex mutex_;             ///< guards results_ and the calls of progress_
    std::vector<ScenarioResult> results_;
};

}  // namespace

reports::RunResult run_suites(const Target& target,
                              const Suites& suites,
                              const Ledger& ledger,
                              const RunOptions& options,
                              const SendFactory& make_send,
                              Clock& clock,
                              const Progress& progress) {
    const Instant started = clock.now();
    Run run(target, suites, ledger, options, clock, progress);
    auto scenarios = run.play(groups_of(suites, options), make_send);
    reports::tell_once(scenarios);
    auto result = result_of(target, options, std::move(scenarios), started, clock.now());
    result.transitions = run.transitions();
    add_requirements(suites, ledger, options, result);
    return result;
}

reports::RunResult unanswered_run(const Target& target,
                                  const Suites& suites,
                                  const Ledger& ledger,
                                  const RunOptions& options,
                                  const Error& why,
                                  const Clock& clock) {
    std::vector<ScenarioResult> scenarios;
    for (const Group& group : groups_of(suites, options)) {
        for (const Item& item : group)
            scenarios.push_back(without_playing(*item.workflow, Verdict::kNotRun, why.message));
    }
    const Instant now = clock.now();
    auto result = result_of(target, options, std::move(scenarios), now, now);
    add_requirements(suites, ledger, options, result);
    result.nothing_answered = true;
    return result;
}

}  // namespace plumbline::runner

#include "conformance/runner/run.hpp"

#include "conformance/runner/custody.hpp"
#include "conformance/runner/hosts.hpp"
#include "conformance/runner/pacer.hpp"
#include "conformance/runner/permission.hpp"
#include "conformance/runner/renaming.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/secrets.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace plumbline::runner {
namespace {

using reports::ScenarioResult;
using reports::Verdict;
using workflow::Workflow;

/// One scenario to be played and its place in the result.
struct Item {
    const workflow::Suite* suite = nullptr;
    const Workflow* workflow = nullptr;
    std::size_t place = 0;
};

/// Scenarios that depend on one another, dependencies first.
using Group = std::vector<Item>;

bool fits_any(const std::string& name, const std::vector<std::string>& globs) {
    return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
        return matches_glob(name, glob);
    });
}

bool is_selected(const Workflow& workflow, const RunOptions& options) {
    if (workflow.callable_only) return false;
    if (!options.areas.empty() &&
        std::find(options.areas.begin(), options.areas.end(), workflow.area) ==
            options.areas.end()) {
        return false;
    }
    if (!options.only.empty() && !fits_any(workflow.name, options.only)) return false;
    return !fits_any(workflow.name, options.skip);
}

/// Puts the dependencies of `workflow` and then itself into `group`, each once.
void add_with_dependencies(const workflow::Suite& suite,
                           const Workflow& workflow,
                           std::set<const Workflow*>& added,
                           Group& group) {
    if (!added.insert(&workflow).second) return;
    for (const std::string& id : workflow.depends_on) {
        if (const Workflow* needed = suite.find_workflow(id)) {
            add_with_dependencies(suite, *needed, added, group);
        }
    }
    group.push_back({&suite, &workflow, 0});
}

/// Says whether two scenarios have a dependency in common.
bool share_any(const Group& a, const Group& b) {
    return std::any_of(a.begin(), a.end(), [&](const Item& item) {
        return std::any_of(
            b.begin(), b.end(), [&](const Item& other) { return other.workflow == item.workflow; });
    });
}

/// Adds the items of `more` that `group` lacks.
void add_missing(Group& group, const Group& more) {
    for (const Item& item : more) {
        const bool known = std::any_of(group.begin(), group.end(), [&](const Item& old) {
            return old.workflow == item.workflow;
        });
        if (!known) group.push_back(item);
    }
}

std::vector<Group> groups_of(const Suites& suites, const RunOptions& options) {
    std::vector<Group> groups;
    for (const auto& suite : suites) {
        for (const Workflow& workflow : suite->workflows) {
            if (!is_selected(workflow, options)) continue;
            std::set<const Workflow*> added;
            Group group;
            add_with_dependencies(*suite, workflow, added, group);
            // A group that overlaps an earlier one joins it: a workflow is played once per run.
            for (auto other = groups.begin(); other != groups.end();) {
                if (!share_any(*other, group)) {
                    ++other;
                    continue;
                }
                add_missing(*other, group);
                group = std::move(*other);
                other = groups.erase(other);
            }
            groups.push_back(std::move(group));
        }
    }
    return groups;
}

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

/// One run: the groups are taken by the workers one after the other.
class Run {
  public:
    Run(const Target& target,
        const Ledger& ledger,
        const RunOptions& options,
        Clock& clock,
        const Progress& progress)
        : target_(target),
          options_(options),
          progress_(progress),
          stage_{target, ledger, clock, clock.now(), options.severity} {
        stage_.stop = options.stop;
        const double rate = target.max_rate.value_or(0);
        if (rate > 0) pacer_ = std::make_shared<Pacer>(rate, clock);
    }

    std::vector<ScenarioResult> play(std::vector<Group> groups, const SendFactory& make_send) {
        std::size_t places = 0;
        for (Group& group : groups) {
            for (Item& item : group) item.place = places++;
        }
        results_.resize(places);
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            const Send send =
                guarded(paced(renamed(make_send(), target_.vocabulary), pacer_), target_);
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

  private:
    void play_group(const Group& group, const Send& send) {
        if (stage_.is_stopped()) {
            for (const Item& item : group) {
                finish(item,
                       {without_playing(*item.workflow, Verdict::kNotRun, "interrupted"), {}});
            }
            return;
        }
        Custody custody(stage_, options_, send);
        std::optional<Result<Environment>> environment;  // what cannot be played needs none
        std::map<std::string, Played> played;
        std::vector<Ended> ended;
        for (const Item& item : group) {
            if (auto reason = obstacle(*item.suite, *item.workflow, target_)) {
                ended.push_back({without_playing(*item.workflow, Verdict::kSkipped, *reason), {}});
                continue;
            }
            if (!environment) environment = open_environment(target_, send);
            if (*environment) {
                custody.begin(*item.workflow);
                ended.push_back(play_in(**environment, item, custody.send(), played));
            } else {
                ended.push_back({without_playing(*item.workflow,
                                                 Verdict::kNotRun,
                                                 "no workspace: " + environment->error().message),
                                 {}});
            }
        }
        custody.sweep(ended);
        if (environment && *environment) close_environment(**environment, target_, send);
        for (std::size_t i = 0; i < group.size(); ++i) finish(group[i], std::move(ended[i]));
    }

    /// Plays one scenario with the secrets of its own inputs kept out of the result as well.
    Ended play_in(const Environment& environment,
                  const Item& item,
                  const Send& send,
                  std::map<std::string, Played>& played) {
        Environment own = environment;
        add_secret(target_.control_token.reveal(), own.secrets);
        const Json given = given_inputs(*item.workflow);
        add_secrets(*item.workflow, given, own.secrets);
        auto inputs = inputs_for(*item.workflow, own, given);
        if (inputs) add_secrets(*item.workflow, *inputs, own.secrets);
        if (progress_.began) {
            const std::lock_guard lock(mutex_);
            progress_.began(item.workflow->name);
        }
        const Send safe = confined(send, target_, own.secrets);
        return {play_item(item, own, std::move(inputs), safe, played), own.secrets};
    }

    ScenarioResult play_item(const Item& item,
                             const Environment& environment,
                             Result<Json> inputs,
                             const Send& send,
                             std::map<std::string, Played>& played) {
        for (const std::string& id : item.workflow->depends_on) {
            const auto needed = played.find(id);
            if (needed == played.end() || !needed->second.passed) {
                return without_playing(
                    *item.workflow, Verdict::kSkipped, "depends on " + id + ", which did not pass");
            }
        }
        if (!inputs) {
            const bool mistaken = inputs.error().code == ErrorCode::kInvalid;
            return without_playing(*item.workflow,
                                   mistaken ? Verdict::kNotRun : Verdict::kSkipped,
                                   inputs.error().message);
        }
        return play_scenario(stage_,
                             *item.suite,
                             *item.workflow,
                             environment,
                             std::make_shared<const Json>(std::move(*inputs)),
                             send,
                             played);
    }

    /// The user's inputs, and a name that tells whose a record is and collides with no other run's.
    Json given_inputs(const Workflow& workflow) const {
        Json inputs{{"name", name_prefix(options_) + workflow.id}};
        if (options_.inputs) inputs.update(*options_.inputs);
        return inputs;
    }

    void finish(const Item& item, Ended ended) {
        mask(ended.result, ended.secrets);
        const std::lock_guard lock(mutex_);
        if (progress_.ended) progress_.ended(ended.result);
        results_[item.place] = std::move(ended.result);
    }

    const Target& target_;
    const RunOptions& options_;
    const Progress& progress_;
    Stage stage_;
    std::shared_ptr<Pacer> pacer_;  ///< null: no cap
    std::mutex mutex_;              ///< guards results_ and the calls of progress_
    std::vector<ScenarioResult> results_;
};

}  // namespace

std::vector<std::string> selected_scenarios(const Suites& suites, const RunOptions& options) {
    std::vector<std::string> names;
    for (const Group& group : groups_of(suites, options)) {
        for (const Item& item : group) names.push_back(item.workflow->name);
    }
    return names;
}

reports::RunResult run_suites(const Target& target,
                              const Suites& suites,
                              const Ledger& ledger,
                              const RunOptions& options,
                              const SendFactory& make_send,
                              Clock& clock,
                              const Progress& progress) {
    const Instant started = clock.now();
    reports::RunResult result;
    result.target = target.title;
    result.started = to_text(started);
    result.seed = options.seed;
    result.scenarios =
        Run(target, ledger, options, clock, progress).play(groups_of(suites, options), make_send);
    result.requirements =
        verdicts::requirement_results(ledger, result.scenarios, {options.areas, options.severity});
    result.took_ms = std::chrono::duration<double, std::milli>(clock.now() - started).count();
    return result;
}

}  // namespace plumbline::runner

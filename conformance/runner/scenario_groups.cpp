#include "conformance/runner/scenario_groups.hpp"

#include "conformance/runner/shard_groups.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline::runner {
namespace {

using workflow::Suite;
using workflow::Workflow;

bool matches_any(const std::string& name, const std::vector<std::string>& globs) {
    return std::ranges::any_of(globs,
                               [&](const std::string& glob) { return matches_glob(name, glob); });
}

bool is_selected(const Workflow& workflow, const RunOptions& options) {
    if (workflow.callable_only) return false;
    if (!options.areas.empty() &&
        std::ranges::find(options.areas, workflow.area) == options.areas.end()) {
        return false;
    }
    if (!options.only.empty() && !matches_any(workflow.name, options.only)) return false;
    return !matches_any(workflow.name, options.skip);
}

/// Adds the dependencies of `workflow` and then itself to `group`, each once.
void add_with_dependencies(const Workflow& workflow,
                           std::set<const Workflow*>& added,
                           ScenarioGroup& group) {
    if (!added.insert(&workflow).second) return;
    for (const workflow::WorkflowDependency& dependency : workflow.depends_on) {
        if (const Workflow* needed = workflow.find_workflow(dependency.workflow)) {
            add_with_dependencies(*needed, added, group);
        }
    }
    group.push_back({&workflow, 0});
}

/// Adds the scenarios of `more` that `group` lacks.
void add_missing(ScenarioGroup& group, const ScenarioGroup& more) {
    for (const ScheduledScenario& item : more) {
        const bool known = std::ranges::any_of(
            group, [&](const ScheduledScenario& old) { return old.workflow == item.workflow; });
        if (!known) group.push_back(item);
    }
}

/// Groups that have no scenario in common: a workflow is played once per run.
class DisjointGroups {
  public:
    /// Adds a group, merged with those that have a scenario in common with it.
    void add(ScenarioGroup group) {
        std::set<std::size_t> common;
        for (const ScheduledScenario& item : group) {
            const auto known = index_of_.find(item.workflow);
            if (known != index_of_.end()) common.insert(known->second);
        }
        for (const std::size_t index : common) {
            add_missing(groups_[index], group);
            group = std::move(groups_[index]);
            groups_[index].clear();
        }
        for (const ScheduledScenario& item : group) index_of_[item.workflow] = groups_.size();
        groups_.push_back(std::move(group));
    }

    [[nodiscard]] std::vector<ScenarioGroup> take() {
        std::erase_if(groups_, [](const ScenarioGroup& group) { return group.empty(); });
        return std::move(groups_);
    }

  private:
    std::vector<ScenarioGroup> groups_;  ///< one that was merged into a later one is empty
    std::map<const Workflow*, std::size_t> index_of_;
};

bool declares(const Workflow& workflow, std::string_view prefix) {
    return std::ranges::any_of(workflow.inputs, [&](const workflow::WorkflowInput& input) {
        return input.name.starts_with(prefix);
    });
}

/// Returns whether scenarios can be played with any assistant: one needs it, none a certain graph.
bool takes_any_assistant(const ScenarioGroup& group) {
    const auto some = [&](std::string_view prefix) {
        return std::ranges::any_of(
            group, [&](const ScheduledScenario& item) { return declares(*item.workflow, prefix); });
    };
    return some("assistant_id") && !some("slow_") && !some("graph_");
}

/// Replaces each group of any assistant by one for each assistant.
void repeat_for_assistants(const RunOptions& options, std::vector<ScenarioGroup>& groups) {
    const bool is_chosen = options.inputs && member(*options.inputs, "assistant_id");
    if (options.assistants.size() < 2 || is_chosen) return;
    std::vector<ScenarioGroup> repeated;
    for (ScenarioGroup& group : groups) {
        if (!takes_any_assistant(group)) {
            repeated.push_back(std::move(group));
            continue;
        }
        std::map<std::string, int> uses;
        for (const SharedJson& inputs : options.assistants) {
            std::string label = string_or(*inputs, "assistant_id", "");
            if (const int use = ++uses[label]; use > 1) label += '#' + std::to_string(use);
            repeated.push_back(group);
            for (ScheduledScenario& item : repeated.back()) {
                item.assistant = label;
                item.inputs = inputs;
            }
        }
    }
    groups = std::move(repeated);
}

/// Sets the result index of each scenario, in the order of the groups.
void assign_indexes(std::vector<ScenarioGroup>& groups) {
    std::size_t next_index = 0;
    for (ScenarioGroup& group : groups) {
        for (ScheduledScenario& item : group) item.index = next_index++;
    }
}

}  // namespace

std::vector<ScenarioGroup> scenario_groups(const Suites& suites, const RunOptions& options) {
    DisjointGroups disjoint;
    for (const auto& suite : suites) {
        for (const Workflow& workflow : suite->workflows) {
            if (!is_selected(workflow, options)) continue;
            std::set<const Workflow*> added;
            ScenarioGroup group;
            add_with_dependencies(workflow, added, group);
            disjoint.add(std::move(group));
        }
    }
    auto groups = disjoint.take();
    repeat_for_assistants(options, groups);
    assign_indexes(groups);
    if (options.shard) {
        groups = groups_of_shard(std::move(groups), *options.shard);
        assign_indexes(groups);
    }
    return groups;
}

std::vector<std::string> selected_scenarios(const Suites& suites, const RunOptions& options) {
    std::vector<std::string> names;
    for (const ScenarioGroup& group : scenario_groups(suites, options)) {
        for (const ScheduledScenario& item : group) names.push_back(item.name());
    }
    return names;
}

std::vector<std::string> tested_areas(const Suites& suites,
                                      const Ledger& ledger,
                                      const RunOptions& options) {
    if (!options.areas.empty()) return options.areas;
    std::set<std::string> areas;
    if (options.covers_whole_ledger) {
        for (const Requirement& requirement : ledger.requirements) areas.insert(requirement.area);
    }
    for (const auto& given : suites) {
        for (const Suite* suite : given->with_sources()) {
            for (const workflow::Source& source : suite->sources) {
                if (source.api && !source.api->is_foreign()) areas.insert(source.api->name());
            }
        }
        for (const Workflow& workflow : given->workflows) {
            for (const std::string& id : workflow.named_requirements()) {
                if (const Requirement* requirement = ledger.find(id))
                    areas.insert(requirement->area);
            }
        }
    }
    return {areas.begin(), areas.end()};
}

}  // namespace plumbline::runner

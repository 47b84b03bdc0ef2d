#include "conformance/runner/scenario_groups.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <set>
#include <string>

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

/// Returns whether two groups have a scenario in common.
bool have_common_scenario(const ScenarioGroup& a, const ScenarioGroup& b) {
    return std::ranges::any_of(a, [&](const ScheduledScenario& item) {
        return std::ranges::any_of(
            b, [&](const ScheduledScenario& other) { return other.workflow == item.workflow; });
    });
}

/// Adds the scenarios of `more` that `group` lacks.
void add_missing(ScenarioGroup& group, const ScenarioGroup& more) {
    for (const ScheduledScenario& item : more) {
        const bool known = std::ranges::any_of(
            group, [&](const ScheduledScenario& old) { return old.workflow == item.workflow; });
        if (!known) group.push_back(item);
    }
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
    std::vector<ScenarioGroup> groups;
    for (const auto& suite : suites) {
        for (const Workflow& workflow : suite->workflows) {
            if (!is_selected(workflow, options)) continue;
            std::set<const Workflow*> added;
            ScenarioGroup group;
            add_with_dependencies(workflow, added, group);
            // A group that overlaps an earlier one is merged with it: a workflow is played once per
            // run.
            for (auto other = groups.begin(); other != groups.end();) {
                if (!have_common_scenario(*other, group)) {
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
    assign_indexes(groups);
    return groups;
}

std::vector<std::string> selected_scenarios(const Suites& suites, const RunOptions& options) {
    std::vector<std::string> names;
    for (const ScenarioGroup& group : scenario_groups(suites, options)) {
        for (const ScheduledScenario& item : group) names.push_back(item.workflow->name);
    }
    return names;
}

std::vector<std::string> tested_areas(const Suites& suites,
                                      const Ledger& ledger,
                                      const RunOptions& options) {
    if (!options.areas.empty()) return options.areas;
    std::set<std::string> areas;
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

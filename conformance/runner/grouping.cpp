#include "conformance/runner/grouping.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace plumbline::runner {
namespace {

using workflow::Suite;
using workflow::Workflow;

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
void add_with_dependencies(const Workflow& workflow,
                           std::set<const Workflow*>& added,
                           Group& group) {
    if (!added.insert(&workflow).second) return;
    for (const workflow::Dependency& dependency : workflow.depends_on) {
        if (const Workflow* needed = workflow.other(dependency.workflow)) {
            add_with_dependencies(*needed, added, group);
        }
    }
    group.push_back({&workflow, 0});
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

/// Sets each item's place in the result: the order in which the groups have them.
void number(std::vector<Group>& groups) {
    std::size_t places = 0;
    for (Group& group : groups) {
        for (Item& item : group) item.place = places++;
    }
}

}  // namespace

std::vector<Group> groups_of(const Suites& suites, const RunOptions& options) {
    std::vector<Group> groups;
    for (const auto& suite : suites) {
        for (const Workflow& workflow : suite->workflows) {
            if (!is_selected(workflow, options)) continue;
            std::set<const Workflow*> added;
            Group group;
            add_with_dependencies(workflow, added, group);
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
    number(groups);
    return groups;
}

std::vector<std::string> selected_scenarios(const Suites& suites, const RunOptions& options) {
    std::vector<std::string> names;
    for (const Group& group : groups_of(suites, options)) {
        for (const Item& item : group) names.push_back(item.workflow->name);
    }
    return names;
}

std::vector<std::string> areas_of(const Suites& suites,
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

#include "conformance/deviations/proposed_entries.hpp"

#include "conformance/deviations/known_deviations.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using reports::Finding;
using reports::RunResult;
using reports::ScenarioResult;

/// The failed scenarios of one requirement ("" for findings without one) and code.
struct FailureGroup {
    std::string requirement;
    std::string code;
    std::set<std::string> failed;    ///< scenarios to cover
    std::set<std::string> excluded;  ///< scenarios with the same failure that are not selected
};

bool is_listed(const std::vector<std::string>& list, const std::string& one) {
    return list.empty() || std::ranges::find(list, one) != list.end();
}

bool is_selected(const std::vector<std::string>& globs, const std::string& name) {
    return globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
               return matches_glob(name, glob);
           });
}

std::string folder_of(const std::string& scenario) {
    return scenario.substr(0, scenario.rfind('/') + 1);
}

/// Collects the failed findings of a result by requirement and code.
class FailureCollector {
  public:
    FailureCollector(const RunResult& result, const ProposalOptions& options) : options_(options) {
        for (const auto& requirement : result.requirements) {
            if (requirement.basis == "open") open_.insert(requirement.id);
            if (requirement.outcome == "failed") failed_.insert(requirement.id);
        }
        for (const ScenarioResult& scenario : result.scenarios) {
            for (const auto& step : scenario.steps) {
                for (const Finding& finding : step.findings) {
                    if (may_deviate(finding)) add(finding, scenario.name);
                }
            }
        }
        std::erase_if(groups_, [](const FailureGroup& group) { return group.failed.empty(); });
    }

    [[nodiscard]] const std::vector<FailureGroup>& groups() const { return groups_; }

  private:
    void add(const Finding& finding, const std::string& scenario) {
        const bool is_failed = finding.verdict == reports::Verdict::kFailed;
        bool is_open = true;
        for (const std::string& id : finding.requirements) {
            if (open_.contains(id)) continue;
            is_open = false;
            if (is_failed || failed_.contains(id)) add(id, finding.code, scenario);
        }
        if (is_failed && is_open && options_.requirements.empty()) add("", finding.code, scenario);
    }

    void add(const std::string& id, const std::string& code, const std::string& scenario) {
        if (!is_listed(options_.requirements, id)) return;
        auto group = std::ranges::find_if(groups_, [&](const FailureGroup& one) {
            return one.requirement == id && one.code == code;
        });
        if (group == groups_.end()) group = groups_.insert(group, FailureGroup{id, code, {}, {}});
        const bool is_wanted = is_selected(options_.only, scenario);
        (is_wanted ? group->failed : group->excluded).insert(scenario);
    }

    const ProposalOptions& options_;
    std::set<std::string> open_;
    std::set<std::string> failed_;  ///< requirements that failed
    std::vector<FailureGroup> groups_;
};

/// Returns the scenarios that an entry for a group should not cover.
std::set<std::string> other_scenarios(const RunResult& result, const FailureGroup& group) {
    std::set<std::string> others = group.excluded;
    for (const auto& requirement : result.requirements) {
        if (requirement.id == group.requirement)
            others.insert(requirement.scenarios.begin(), requirement.scenarios.end());
    }
    for (const ScenarioResult& scenario : result.scenarios) {
        if (group.requirement.empty() && !scenario.steps.empty()) others.insert(scenario.name);
    }
    for (const std::string& name : group.failed) others.erase(name);
    return others;
}

/// Returns globs that cover the failed scenarios and none of the others; "" covers all.
std::vector<std::string> globs_of(const FailureGroup& group, const std::set<std::string>& others) {
    if (group.failed.size() == 1) return {*group.failed.begin()};
    if (others.empty() && !group.requirement.empty()) return {""};
    std::map<std::string, std::vector<std::string>> by_folder;
    for (const std::string& name : group.failed) by_folder[folder_of(name)].push_back(name);
    std::vector<std::string> globs;
    for (const auto& [folder, names] : by_folder) {
        const std::string glob = folder + '*';
        const bool is_whole = names.size() > 1 && !folder.empty() &&
                              std::ranges::none_of(others, [&](const auto& other) {
                                  return matches_glob(other, glob);
                              });
        if (is_whole) {
            globs.push_back(glob);
        } else {
            globs.insert(globs.end(), names.begin(), names.end());
        }
    }
    return globs;
}

}  // namespace

std::vector<DeviationEntry> proposed_entries(const RunResult& result,
                                             const ProposalOptions& options) {
    const FailureCollector failures(result, options);
    std::vector<DeviationEntry> entries;
    for (const FailureGroup& group : failures.groups()) {
        for (const std::string& glob : globs_of(group, other_scenarios(result, group))) {
            DeviationEntry entry;
            entry.requirement = group.requirement;
            entry.scenario = glob;
            entry.code = group.code;
            entry.reason = options.reason;
            entry.issue = options.issue;
            entry.owner = options.owner;
            entry.until = options.until;
            entries.push_back(std::move(entry));
        }
    }
    return entries;
}

}  // namespace plumbline::deviations

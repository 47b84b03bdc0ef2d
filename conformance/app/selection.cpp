#include "conformance/app/selection.hpp"

#include "conformance/app/usage_error.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::app {
namespace {

/// Returns the names that contain the longest plain part of a glob, ignoring case.
std::vector<std::string> names_with_plain_part(const std::string& glob,
                                               const std::vector<std::string>& names) {
    std::string longest;
    for (std::size_t at = 0; at < glob.size();) {
        const std::size_t end = std::min(glob.find_first_of("*?", at), glob.size());
        if (end - at > longest.size()) longest = to_lower(glob.substr(at, end - at));
        at = end + 1;
    }
    constexpr std::size_t kShortest = 3;  // a shorter part is in nearly every name
    std::vector<std::string> found;
    if (longest.size() < kShortest) return found;
    std::copy_if(names.begin(), names.end(), std::back_inserter(found), [&](const auto& name) {
        return to_lower(name).find(longest) != std::string::npos;
    });
    return found;
}

}  // namespace

std::vector<std::string> scenario_names(const runner::Suites& suites) {
    return runner::selected_scenarios(suites, {});
}

std::string glob_suggestion(const std::string& glob, const std::vector<std::string>& names) {
    const std::string hint = name_hint(glob, names);
    if (!hint.empty()) return hint;
    std::vector<std::string> matching = names_with_plain_part(glob, names);
    if (!matching.empty()) {
        constexpr std::size_t kShown = 5;
        const bool is_long = matching.size() > kShown;
        if (is_long) matching.resize(kShown);
        return "; similar names are " + join(matching, ", ") + (is_long ? ", ..." : "");
    }
    std::set<std::string> suites;
    for (const std::string& name : names) suites.insert(name.substr(0, name.find('/')) + "/*");
    return "; the suites are " + join({suites.begin(), suites.end()}, ", ");
}

Result<void> check_areas(const std::vector<std::string>& areas,
                         const runner::Suites& suites,
                         const Ledger& ledger) {
    std::set<std::string> known;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows) {
            if (!workflow.callable_only) known.insert(workflow.area);
        }
    }
    for (const Requirement& requirement : ledger.requirements) known.insert(requirement.area);
    known.erase("");
    const std::vector<std::string> names(known.begin(), known.end());
    for (const std::string& area : areas) {
        if (known.contains(area)) continue;
        return usage_error("--area " + area + ": unknown area, expected one of " +
                           join(names, ", ") + name_hint(area, names));
    }
    return {};
}

Result<void> check_globs(const std::string& option,
                         const std::vector<std::string>& globs,
                         const std::vector<std::string>& names,
                         const std::string& of) {
    for (const std::string& glob : globs) {
        const bool matches = std::ranges::any_of(
            names, [&](const std::string& name) { return matches_glob(name, glob); });
        if (matches) continue;
        return usage_error(option + " '" + glob + "': no scenario " + of + "matches" +
                           glob_suggestion(glob, names));
    }
    return {};
}

Result<void> check_inputs(const std::string& option,
                          const SharedJson& inputs,
                          const runner::Suites& suites,
                          const runner::RunOptions& options) {
    if (!inputs) return {};
    std::set<std::string> declared;
    for (const runner::ScenarioGroup& group : runner::scenario_groups(suites, options)) {
        for (const runner::ScheduledScenario& item : group) {
            for (const workflow::Workflow* one : item.workflow->with_called()) {
                for (const workflow::WorkflowInput& input : one->inputs)
                    declared.insert(input.name);
            }
        }
    }
    const std::vector<std::string> names(declared.begin(), declared.end());
    for (const auto& [name, value] : inputs->items()) {
        if (declared.contains(name)) continue;
        const std::string near = name_hint(name, names);
        const std::string all =
            names.empty() ? "; they declare none" : "; they declare " + join(names, ", ");
        return usage_error(option + ' ' + name + ": no scenario of this run declares this input" +
                           (near.empty() ? all : near));
    }
    return {};
}

}  // namespace plumbline::app

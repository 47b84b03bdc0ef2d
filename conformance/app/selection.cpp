#include "conformance/app/selection.hpp"

#include "conformance/runner/grouping.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::app {
namespace {

std::vector<std::string> scenario_names(const runner::Suites& suites) {
    return runner::selected_scenarios(suites, {});
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
    const std::string near = nearest_name(word, known);
    return near.empty() ? "" : "; did you mean " + near + '?';
}

/// Returns the names that hold the longest plain part of a glob, in any case of letters.
std::vector<std::string> names_with_plain_part(const std::string& glob,
                                               const std::vector<std::string>& names) {
    std::string longest;
    for (std::size_t at = 0; at < glob.size();) {
        const std::size_t end = std::min(glob.find_first_of("*?", at), glob.size());
        if (end - at > longest.size()) longest = to_lower(glob.substr(at, end - at));
        at = end + 1;
    }
    constexpr std::size_t kShortest = 3;  // less is in nearly every name
    std::vector<std::string> found;
    if (longest.size() < kShortest) return found;
    std::copy_if(names.begin(), names.end(), std::back_inserter(found), [&](const auto& name) {
        return to_lower(name).find(longest) != std::string::npos;
    });
    return found;
}

/// Says what of `names` the user may have meant: a name spelt alike, names that hold its words, or
/// else the suites there are.
std::string nearby(const std::string& glob, const std::vector<std::string>& names) {
    const std::string hint = did_you_mean(glob, names);
    if (!hint.empty()) return hint;
    std::vector<std::string> holding = names_with_plain_part(glob, names);
    if (!holding.empty()) {
        constexpr std::size_t kShown = 5;
        const bool is_long = holding.size() > kShown;
        if (is_long) holding.resize(kShown);
        return "; near it are " + join(holding, ", ") + (is_long ? ", ..." : "");
    }
    std::set<std::string> suites;
    for (const std::string& name : names) suites.insert(name.substr(0, name.find('/')) + "/*");
    return "; there are " + join({suites.begin(), suites.end()}, ", ");
}

}  // namespace

Result<void> check_areas(const std::vector<std::string>& asked,
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
    for (const std::string& area : asked) {
        if (known.contains(area)) continue;
        return fail(ErrorCode::kUsage,
                    "--area " + area + ": there is no such area, expected one of " +
                        join(names, ", ") + did_you_mean(area, names));
    }
    return {};
}

Result<void> check_globs(const std::string& option,
                         const std::vector<std::string>& globs,
                         const runner::Suites& suites) {
    const std::vector<std::string> names = scenario_names(suites);
    for (const std::string& glob : globs) {
        const bool fits = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return matches_glob(name, glob);
        });
        if (!fits) {
            return fail(
                ErrorCode::kUsage,
                option + " '" + glob + "': no scenario has such a name" + nearby(glob, names));
        }
    }
    return {};
}

Result<void> check_inputs(const SharedJson& inputs,
                          const runner::Suites& suites,
                          const runner::RunOptions& options) {
    if (!inputs) return {};
    std::set<std::string> declared;
    for (const runner::Group& group : runner::groups_of(suites, options)) {
        for (const runner::Item& item : group) {
            for (const workflow::Input& input : item.workflow->inputs) declared.insert(input.name);
        }
    }
    const std::vector<std::string> names(declared.begin(), declared.end());
    for (const auto& [name, value] : inputs->items()) {
        if (declared.contains(name)) continue;
        const std::string near = did_you_mean(name, names);
        const std::string all =
            names.empty() ? "; they declare none" : "; they declare " + join(names, ", ");
        return fail(ErrorCode::kUsage,
                    "--input " + name + ": no scenario of this run declares such an input" +
                        (near.empty() ? all : near));
    }
    return {};
}

}  // namespace plumbline::app

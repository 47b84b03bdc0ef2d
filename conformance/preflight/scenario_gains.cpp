#include "conformance/preflight/scenario_gains.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace plumbline::preflight {
namespace {

using runner::ScenarioNeeds;
using InputSet = std::set<std::string>;

constexpr std::size_t kMaxGains = 10;

/// Returns the lines of a profile, or the options, that give these inputs.
std::vector<std::string> lines_for(const InputSet& inputs, const runner::Target& target) {
    std::map<std::string, std::vector<std::string>> sections;
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> nested;
    std::vector<std::string> options;
    for (const std::string& input : inputs) {
        const runner::ProfileMember member = runner::profile_member_of(input, target.hosting);
        if (member.section.empty()) {
            options.push_back("--input " + input + "=VALUE");
            continue;
        }
        auto& lines = member.parent.empty() ? sections[member.section]
                                            : nested[{member.section, member.parent}];
        if (std::ranges::find(lines, member.line) == lines.end()) lines.push_back(member.line);
    }
    for (const auto& [place, members] : nested)
        sections[place.first].push_back(place.second + ": { " + join(members, ", ") + " }");
    std::vector<std::string> lines;
    for (const auto& [section, members_of] : sections) {
        lines.push_back(section + ':');
        for (const std::string& line : members_of) lines.push_back("  " + line);
    }
    lines.insert(lines.end(), options.begin(), options.end());
    return lines;
}

/// Returns how many of the scenarios need nothing but these inputs and a permission to write.
int playable_with(const std::vector<const ScenarioNeeds*>& candidates, const InputSet& given) {
    return static_cast<int>(std::ranges::count_if(candidates, [&](const ScenarioNeeds* needs) {
        return std::ranges::all_of(needs->inputs,
                                   [&](const auto& input) { return given.contains(input); });
    }));
}

/// Returns the settings for missing inputs: repeatedly the one that adds most scenarios, the fewest
/// inputs of equal ones.
std::vector<ScenarioGain> input_gains(const std::vector<const ScenarioNeeds*>& candidates,
                                      const runner::Target& target) {
    std::set<InputSet> settings;
    for (const ScenarioNeeds* needs : candidates) {
        if (!needs->inputs.empty()) settings.emplace(needs->inputs.begin(), needs->inputs.end());
    }
    std::vector<ScenarioGain> gains;
    InputSet given;
    while (gains.size() < kMaxGains) {
        const int before = playable_with(candidates, given);
        const InputSet* best = nullptr;
        int most = 0;
        for (const InputSet& setting : settings) {
            InputSet with = given;
            with.insert(setting.begin(), setting.end());
            const int added = playable_with(candidates, with) - before;
            const bool is_better =
                added > most || (added == most && best && setting.size() < best->size());
            if (added > 0 && is_better) {
                best = &setting;
                most = added;
            }
        }
        if (best == nullptr) break;
        InputSet missing;
        std::set_difference(best->begin(),
                            best->end(),
                            given.begin(),
                            given.end(),
                            std::inserter(missing, missing.end()));
        gains.push_back({lines_for(missing, target), most});
        given.insert(missing.begin(), missing.end());
    }
    return gains;
}

/// Returns the options that give missing base URLs, with the number of scenarios that need each.
std::vector<ScenarioGain> url_gains(const std::vector<ScenarioNeeds>& needs) {
    std::map<std::string, int> counts;
    for (const ScenarioNeeds& one : needs) {
        if (!one.control && !one.base_url.empty()) ++counts[one.base_url];
    }
    std::vector<ScenarioGain> gains;
    gains.reserve(counts.size());
    for (const auto& [sentence, count] : counts) gains.push_back({{"# " + sentence}, count});
    return gains;
}

}  // namespace

ScenarioGains scenario_gains(const std::vector<ScenarioNeeds>& needs,
                             const runner::Target& target) {
    ScenarioGains result;
    std::vector<const ScenarioNeeds*> candidates;
    result.total = static_cast<int>(needs.size());
    for (const ScenarioNeeds& one : needs) {
        if (one.are_met()) ++result.now;
        if (one.control) ++result.needs_control;
        const bool is_possible = !one.control && one.base_url.empty() && one.other.empty();
        if (is_possible) candidates.push_back(&one);
        if (is_possible && one.inputs.empty()) ++result.with_writes;
    }
    result.gains = input_gains(candidates, target);
    const auto urls = url_gains(needs);
    result.gains.insert(result.gains.end(), urls.begin(), urls.end());
    std::ranges::stable_sort(
        result.gains, [](const auto& a, const auto& b) { return a.scenarios > b.scenarios; });
    return result;
}

}  // namespace plumbline::preflight

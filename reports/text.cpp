// The run as text: what passed in a line each, then what did not, the worst last, then what was
// covered.

#include "spec/base/text.hpp"

#include "reports/render.hpp"
#include "reports/text_parts.hpp"
#include "reports/told_once.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace plumbline::reports {
namespace {

// The worst comes last: that is where the eye is when a run ends.
constexpr std::array kOrder = {Verdict::kPassed,
                               Verdict::kSkipped,
                               Verdict::kObserved,
                               Verdict::kDeviated,
                               Verdict::kWarned,
                               Verdict::kFixed,
                               Verdict::kNotRun,
                               Verdict::kFailed};

struct Outcome {
    std::string_view name;
    std::string_view title;
};
constexpr std::array kOutcomes = {Outcome{"verified", "verified"},
                                  Outcome{"failed", "failed"},
                                  Outcome{"warned", "warned"},
                                  Outcome{"observed", "observed"},
                                  Outcome{"not_exercised", "not exercised"},
                                  Outcome{"not_checkable", "not checkable"}};

constexpr std::size_t kShownIds = 12;

std::string heading(const RunResult& result) {
    return fmt::format("plumbline {}, target {}, seed {}, {}, {}\n",
                       result.tool_version,
                       one_line(result.target),
                       result.seed,
                       result.started,
                       took_text(result.took_ms));
}

std::string lines_by_reason(const RunResult& result, Verdict verdict, const TextStyle& style) {
    std::map<std::string, std::vector<std::string>> by_reason;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == verdict && comes_by_reason(scenario))
            by_reason[scenario.reason].push_back(scenario.name);
    }
    std::string lines;
    for (const auto& [reason, names] : by_reason) {
        lines += fmt::format(
            "{} {} for: {}\n", verdict_label(verdict, style), names.size(), one_line(reason));
        for (const std::string& name : names) lines += fmt::format("    {}\n", name);
    }
    return lines;
}

/// Names what has been told before, so that it is found again further up.
std::string names_line(const RunResult& result, Verdict verdict, const TextStyle& style) {
    std::vector<std::string> names;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == verdict && !comes_by_reason(scenario))
            names.push_back(scenario.name);
    }
    if (names.empty() || verdict == Verdict::kPassed) return "";
    return fmt::format("{} above: {}\n", verdict_label(verdict, style), join(names, ", "));
}

std::string section(const RunResult& result, Verdict verdict, const TextStyle& style) {
    if (verdict == Verdict::kPassed && !style.list_passed) return "";
    std::string lines = lines_by_reason(result, verdict, style);
    if (!style.tells_scenarios) return lines + names_line(result, verdict, style);
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict != verdict || comes_by_reason(scenario)) continue;
        if (verdict != Verdict::kPassed && !lines.empty()) lines += '\n';
        lines += render_scenario(scenario, result.requirements, style);
    }
    return lines;
}

std::string outcome_row(const RunResult& result, std::string_view area) {
    std::string row = fmt::format("{:<16}", area);
    for (const Outcome& outcome : kOutcomes) {
        const auto count = std::count_if(
            result.requirements.begin(), result.requirements.end(), [&](const auto& each) {
                return each.area == area && each.outcome == outcome.name;
            });
        row += fmt::format("  {:>{}}", count, outcome.title.size());
    }
    return row + '\n';
}

std::vector<std::string> areas_of(const RunResult& result) {
    std::vector<std::string> areas;
    for (const RequirementResult& requirement : result.requirements) {
        if (std::find(areas.begin(), areas.end(), requirement.area) == areas.end()) {
            areas.push_back(requirement.area);
        }
    }
    return areas;
}

std::string ids_line(std::string_view title, std::vector<std::string> ids) {
    const std::size_t left = ids.size() > kShownIds ? ids.size() - kShownIds : 0;
    ids.resize(ids.size() - left);
    const std::string more = left == 0 ? "" : fmt::format(" and {} more", left);
    return fmt::format("{}: {}{}", title, join(ids, ", "), more);
}

std::string ids_with(const RunResult& result, std::string_view outcome) {
    std::vector<std::string> ids;
    for (const RequirementResult& requirement : result.requirements) {
        if (requirement.outcome == outcome) ids.push_back(requirement.id);
    }
    return ids.empty() ? "" : ids_line(outcome, std::move(ids)) + '\n';
}

/// A line for each reason, in the order in which the ledger has the first of its requirements.
std::string ids_by_reason(const RunResult& result,
                          std::string_view outcome,
                          std::string_view title) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const RequirementResult& requirement : result.requirements) {
        if (requirement.outcome != outcome) continue;
        auto found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& one) {
            return one.first == requirement.reason;
        });
        if (found == reasons.end())
            found = reasons.emplace(found, requirement.reason, std::vector<std::string>());
        found->second.push_back(requirement.id);
    }
    std::string lines;
    for (auto& [reason, ids] : reasons) {
        lines += ids_line(title, std::move(ids));
        lines += reason.empty() ? "\n" : fmt::format(" ({})\n", one_line(reason));
    }
    return lines;
}

/// What a run tells once, wherever it was seen.
std::string told_once(const RunResult& result) {
    std::string lines;
    for (const ScenarioResult& scenario : result.scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                if (finding.code == kAcceptedName)
                    lines += fmt::format("observed: {} is called {}\n",
                                         one_line(finding.expected),
                                         one_line(finding.got));
                if (finding.code == kWayMet)
                    lines += fmt::format(
                        "observed: {}: {}\n", one_line(finding.expected), one_line(finding.got));
            }
        }
    }
    for (const RequirementResult& requirement : result.requirements) {
        if (tells_contradiction(requirement))
            lines +=
                fmt::format("observed: {} ({})\n", requirement.id, one_line(requirement.reason));
    }
    return lines;
}

/// Says why scenarios were played twice, also those that then passed and are not told elsewhere.
std::string replayed_lines(const RunResult& result) {
    std::string lines;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (!scenario.replayed.empty())
            lines += fmt::format("played again: {}, {}\n", scenario.name, scenario.replayed);
    }
    return lines.empty() ? "" : '\n' + lines;
}

/// What cannot be checked comes first, and only where what passed is told: it is the same in every
/// run.
std::string coverage(const RunResult& result, const TextStyle& style) {
    if (result.requirements.empty()) return "";
    std::string text;
    if (style.list_passed) text = ids_by_reason(result, "not_checkable", "not checkable");
    if (!text.empty()) text += '\n';
    text += fmt::format("{:<16}", "requirements");
    for (const Outcome& outcome : kOutcomes) text += fmt::format("  {}", outcome.title);
    text += '\n';
    for (const std::string& area : areas_of(result)) text += outcome_row(result, area);
    return text + ids_with(result, "failed") + ids_with(result, "warned") + told_once(result) +
           ids_by_reason(result, "not_exercised", "not exercised");
}

}  // namespace

std::string render_text(const RunResult& result, const TextStyle& style) {
    std::string text = (style.tells_scenarios ? "" : "\n") + heading(result);
    for (const Verdict verdict : kOrder) {
        const std::string lines = section(result, verdict, style);
        if (!lines.empty()) text += '\n' + lines;
    }
    const std::string covered = coverage(result, style);
    if (!covered.empty()) text += '\n' + covered;
    text += render_transitions(result.transitions);
    text += replayed_lines(result);
    return text + '\n' + summary_line(result.tally()) + '\n';
}

}  // namespace plumbline::reports

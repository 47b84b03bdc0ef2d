// Renders the run as text: one line per passed scenario, then all other scenarios, the worst last,
// then the coverage of requirements.

#include "spec/base/text.hpp"

#include "reports/render.hpp"
#include "reports/run_observations.hpp"
#include "reports/text_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace plumbline::reports {
namespace {

// The worst verdict is last, next to the end of the output.
constexpr std::array kSectionOrder = {Verdict::kPassed,
                                      Verdict::kSkipped,
                                      Verdict::kObserved,
                                      Verdict::kDeviated,
                                      Verdict::kWarned,
                                      Verdict::kFixed,
                                      Verdict::kNotRun,
                                      Verdict::kFailed};

constexpr std::array<std::string_view, 7> kOutcomes{
    "verified", "failed", "deviated", "warned", "observed", "not_exercised", "not_checkable"};

constexpr std::size_t kMaxListedIds = 12;

std::string heading(const RunResult& result) {
    return fmt::format("plumbline {}, target {}, seed {}, {}, {}\n",
                       result.tool_version,
                       one_line(result.target),
                       result.seed,
                       result.started,
                       duration_text(result.took_ms));
}

std::string connection_lines(const RunResult& result) {
    std::string lines;
    for (const ConnectionRecord& connection : result.connections) {
        std::vector<std::string> parts;
        if (!connection.proxy.empty())
            parts.push_back(fmt::format(
                "through the proxy {} ({})", connection.proxy, connection.proxy_source));
        if (!connection.authorities.empty())
            parts.push_back(fmt::format(
                "authorities: {} ({})", connection.authorities, connection.authorities_source));
        if (!connection.note.empty()) parts.push_back(connection.note);
        if (parts.empty()) continue;
        lines += fmt::format(
            "connection to {}: {}\n", one_line(connection.origin), one_line(join(parts, "; ")));
    }
    return lines;
}

std::string lines_by_reason(const RunResult& result, Verdict verdict, const TextStyle& style) {
    std::map<std::string, std::vector<std::string>> by_reason;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == verdict && is_grouped_by_reason(scenario))
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

/// Lists the scenarios that were shown during the run, so that they can be found above.
std::string names_line(const RunResult& result, Verdict verdict, const TextStyle& style) {
    std::vector<std::string> names;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == verdict && !is_grouped_by_reason(scenario))
            names.push_back(scenario.name);
    }
    if (names.empty() || verdict == Verdict::kPassed) return "";
    return fmt::format("{} above: {}\n", verdict_label(verdict, style), join(names, ", "));
}

std::string section(const RunResult& result, Verdict verdict, const TextStyle& style) {
    if (verdict == Verdict::kPassed && !style.list_passed) return "";
    std::string lines = lines_by_reason(result, verdict, style);
    if (!style.show_scenarios) return lines + names_line(result, verdict, style);
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict != verdict || is_grouped_by_reason(scenario)) continue;
        if (verdict != Verdict::kPassed && !lines.empty()) lines += '\n';
        lines += render_scenario(scenario, result.requirements, style);
    }
    return lines;
}

std::string outcome_row(const RunResult& result, std::string_view area) {
    std::string row = fmt::format("{:<16}", area);
    for (const std::string_view outcome : kOutcomes) {
        const auto count = std::count_if(
            result.requirements.begin(), result.requirements.end(), [&](const auto& each) {
                return each.area == area && each.outcome == outcome;
            });
        row += fmt::format("  {:>{}}", count, outcome.size());
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
    const std::size_t left = ids.size() > kMaxListedIds ? ids.size() - kMaxListedIds : 0;
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

/// Returns a line for each reason, in the order of the first requirement of each in the ledger.
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

/// Returns a line for each reason why requirements were not exercised, most of them first.
std::string missing_coverage_lines(const RunResult& result) {
    std::string lines;
    for (MissingCoverage& one : result.missing_coverage()) {
        const std::size_t count = one.requirements.size();
        lines += fmt::format("not exercised: {} for: {}\n    {}\n",
                             count,
                             one_line(one.reason),
                             ids_line("requirements", std::move(one.requirements)));
    }
    return lines;
}

/// Returns the observations that a run reports once.
std::string run_observation_lines(const RunResult& result) {
    std::string lines;
    for (const ScenarioResult& scenario : result.scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                const bool is_name = finding.code == kAcceptedName;
                if (!is_name && finding.code != kVariantSeen) continue;
                lines += fmt::format("observed: {}{}{}\n",
                                     one_line(finding.expected),
                                     is_name ? " has the name " : ": ",
                                     one_line(finding.got));
            }
        }
    }
    for (const RequirementResult& requirement : result.requirements) {
        if (is_contradiction(requirement))
            lines +=
                fmt::format("observed: {} ({})\n", requirement.id, one_line(requirement.reason));
    }
    return lines;
}

std::string note_lines(const RunResult& result) {
    std::string lines;
    for (const std::string& note : result.notes) lines += fmt::format("note: {}\n", one_line(note));
    return lines.empty() ? "" : '\n' + lines;
}

/// Says what of the API documents no response was judged by: a passed run says nothing about it.
std::string unjudged_lines(const RunResult& result) {
    if (result.unjudged.empty()) return "";
    constexpr std::size_t kShown = 5;
    const std::size_t shown = std::min(kShown, result.unjudged.size());
    std::string lines = fmt::format("\nnot judged: {} part{} of the API documents' schemas\n",
                                    result.unjudged.size(),
                                    result.unjudged.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < shown; ++i)
        lines += fmt::format("    {}\n", one_line(result.unjudged[i]));
    if (shown < result.unjudged.size())
        lines +=
            fmt::format("    and {} more: see the JSON report\n", result.unjudged.size() - shown);
    return lines;
}

/// Reports why scenarios were played twice, including those that then passed and are not listed.
std::string replayed_lines(const RunResult& result) {
    std::string lines;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (!scenario.replayed.empty())
            lines += fmt::format("replayed: {}, {}\n", scenario.name, scenario.replayed);
    }
    return lines.empty() ? "" : '\n' + lines;
}

/// Lists requirements that cannot be checked first, and only with passed scenarios, as they are the
/// same in every run.
std::string coverage(const RunResult& result, const TextStyle& style) {
    if (result.requirements.empty()) return "";
    std::string text;
    if (style.list_passed) text = ids_by_reason(result, "not_checkable", "not checkable");
    if (!text.empty()) text += '\n';
    std::string titles = fmt::format("{:<16}  {}\n", "requirements", fmt::join(kOutcomes, "  "));
    std::replace(titles.begin(), titles.end(), '_', ' ');
    text += titles;
    for (const std::string& area : areas_of(result)) text += outcome_row(result, area);
    return text + ids_with(result, "failed") + ids_with(result, "deviated") +
           ids_with(result, "warned") + run_observation_lines(result) +
           missing_coverage_lines(result);
}

}  // namespace

std::string render_text(const RunResult& result, const TextStyle& style) {
    std::string text =
        (style.show_scenarios ? "" : "\n") + heading(result) + connection_lines(result);
    for (const Verdict verdict : kSectionOrder) {
        const std::string lines = section(result, verdict, style);
        if (!lines.empty()) text += '\n' + lines;
    }
    const std::string covered = coverage(result, style);
    if (!covered.empty()) text += '\n' + covered;
    text += render_transitions(result.transitions);
    text += replayed_lines(result);
    text += render_deviations(result.deviations);
    text += note_lines(result);
    text += unjudged_lines(result);
    return text + '\n' + render_coverage_verdict(result) + summary_line(result.verdict_counts()) +
           '\n';
}

}  // namespace plumbline::reports

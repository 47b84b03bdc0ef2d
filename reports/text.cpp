// Renders the run as text: what did not pass, grouped by cause, the worst last, then a summary of
// at most 25 lines.

#include "spec/base/text.hpp"

#include "reports/render.hpp"
#include "reports/run_observations.hpp"
#include "reports/text_format.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

// Lines of causes in full, of which the first always is; others have one line, or are counted. If
// very much is broken, most of it has few causes, which have to be visible on one screen.
constexpr std::size_t kFullCauseLines = 60;
constexpr std::size_t kManyScenarios = 50;
constexpr std::size_t kFullCauseLinesOfMany = 16;
constexpr std::size_t kShortCauses = 6;

std::string heading(const RunResult& result) {
    constexpr std::size_t kToSeconds = 19;  // of an RFC 3339 time
    return wrapped(
        "",
        fmt::format("plumbline {}, target {}, {}seed {}, {}, {}",
                    result.tool_version,
                    one_line(result.target),
                    result.shard
                        ? fmt::format("shard {} of {}, ", result.shard->number, result.shard->count)
                        : "",
                    result.seed,
                    result.started.substr(0, kToSeconds),
                    duration_text(result.took_ms)),
        4);
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
        lines += wrapped(fmt::format("connection to {}: ", one_line(connection.origin)),
                         one_line(join(parts, "; "), kMaxReason),
                         4);
    }
    return lines;
}

std::size_t line_count(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Lists the causes of what did not pass, the most important last, next to the end of the output.
std::string cause_lines(const RunResult& result, const TextStyle& style) {
    const std::vector<FailureCause> causes = failure_causes(result);
    std::size_t broken = 0;
    for (const FailureCause& cause : causes) broken += cause.scenarios.size();
    const std::size_t most_lines =
        broken > kManyScenarios ? kFullCauseLinesOfMany : kFullCauseLines;
    std::vector<std::string> full;
    std::size_t used = 0;
    for (const FailureCause& cause : causes) {
        if (style.verbosity < 0) break;
        std::string block = render_cause(cause, result.requirements, style);
        used += line_count(block);
        if (style.verbosity == 0 && !full.empty() && used > most_lines) break;
        full.push_back('\n' + std::move(block));
    }
    std::string short_lines;
    std::size_t counted = 0;
    std::size_t counted_scenarios = 0;
    for (std::size_t i = causes.size(); i-- > full.size();) {
        if (i >= full.size() + kShortCauses) {
            ++counted;
            counted_scenarios += causes[i].scenarios.size();
        } else {
            short_lines += render_cause_line(causes[i], style);
        }
    }
    std::string lines;
    if (!short_lines.empty() && style.verbosity >= 0)
        lines = "\nin short (-v and result.json have the details):\n";
    if (counted > 0)
        lines += fmt::format("    {} more causes of {} scenarios\n", counted, counted_scenarios);
    lines += short_lines;
    std::for_each(full.rbegin(), full.rend(), [&](const std::string& block) { lines += block; });
    return lines;
}

std::string passed_lines(const RunResult& result, const TextStyle& style) {
    if (style.verbosity < 1 || !style.lists_passed) return "";
    std::string lines;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == Verdict::kPassed)
            lines += render_scenario(scenario, result.requirements, style);
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
                lines += wrapped("observed: ",
                                 one_line(finding.expected) + (is_name ? " has the name " : ": ") +
                                     one_line(finding.got),
                                 4);
            }
        }
    }
    for (const RequirementResult& requirement : result.requirements) {
        if (is_contradiction(requirement))
            lines += wrapped("observed: ",
                             fmt::format("{} ({})", requirement.id, one_line(requirement.reason)),
                             4);
    }
    return lines;
}

std::string note_lines(const RunResult& result) {
    std::string lines;
    for (const std::string& note : result.notes)
        lines += wrapped("note: ", one_line(note, kMaxReason), 4);
    if (!result.baseline.empty())
        lines += wrapped(
            "baseline: ", one_line(result.baseline) + ": what fails there is known here", 4);
    return lines;
}

/// Says what of the API documents no response was judged by: a passed run says nothing about it.
std::string unjudged_lines(const RunResult& result) {
    if (result.unjudged.empty()) return "";
    constexpr std::size_t kShown = 5;
    const std::size_t shown = std::min(kShown, result.unjudged.size());
    std::string lines = fmt::format("not judged: {} part{} of the API documents' schemas\n",
                                    result.unjudged.size(),
                                    result.unjudged.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < shown; ++i)
        lines += wrapped("    ", one_line(result.unjudged[i], kMaxReason), 6);
    if (shown < result.unjudged.size())
        lines +=
            fmt::format("    and {} more: see the JSON report\n", result.unjudged.size() - shown);
    return lines;
}

/// Says which checks were not rated as usual: a passed run says less than it seems.
std::string severity_lines(const RunResult& result) {
    if (result.severity.empty()) return "";
    std::vector<std::string> changes;
    for (const auto& [code, severity] : result.severity) changes.push_back(code + '=' + severity);
    return wrapped("severity changed: ", one_line(join(changes, ", "), kMaxReason), 4);
}

/// Reports why scenarios were played twice, including those that then passed and are not listed.
std::string replayed_lines(const RunResult& result, const TextStyle& style) {
    std::string lines;
    std::size_t count = 0;
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.replayed.empty()) continue;
        ++count;
        if (style.verbosity > 0)
            lines += wrapped(
                "replayed: ", one_line(scenario.name + ", " + scenario.replayed, kMaxReason), 4);
    }
    if (count == 0 || style.verbosity > 0) return lines;
    return fmt::format(
        "replayed: {} scenario{} (-v names the reasons)\n", count, count == 1 ? "" : "s");
}

/// Returns a part of the text after an empty line.
std::string part(const std::string& lines) {
    return lines.empty() ? "" : '\n' + lines;
}

/// Returns what a run reports beside its scenarios.
std::string remarks(const RunResult& result, const TextStyle& style) {
    std::string lines = replayed_lines(result, style) + note_lines(result) +
                        unjudged_lines(result) + severity_lines(result);
    if (style.verbosity > 0)
        lines += run_observation_lines(result) + render_transitions(result.transitions);
    return lines;
}

}  // namespace

std::string render_text(const RunResult& result, const TextStyle& style) {
    std::string text;
    if (style.verbosity >= 0) {
        text = heading(result) + connection_lines(result) + part(passed_lines(result, style)) +
               part(remarks(result, style)) + part(render_skipped(result, style)) +
               render_deviations(result.deviations, style.verbosity > 0);
    }
    text += cause_lines(result, style);
    // An expired entry fails a run even if no scenario does.
    if (style.verbosity < 0) text += render_deviations(result.deviations, false);
    // From here on at most 25 lines, however many scenarios and requirements a run has.
    if (style.verbosity >= 0) text += part(render_outcomes(result));
    text += part(render_coverage_verdict(result) + "scenarios:\n" +
                 wrapped_list("", summary_line(result.verdict_counts()), 4));
    return printable_lines(text, style.color);
}

}  // namespace plumbline::reports

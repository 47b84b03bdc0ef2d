// Renders one scenario as text: one line if it passed, less than 15 lines otherwise.

#include "reports/render.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace plumbline::reports {
namespace {

// The JSON format has everything beyond these limits.
constexpr std::size_t kShownFindings = 2;
constexpr std::size_t kMaxShownCommand = 2'000;

struct FindingOfStep {
    const StepResult* step;
    const Finding* finding;
};

/// Returns the position in the order of findings, the worst first.
std::size_t rank(Verdict verdict) {
    constexpr std::array kWorstFirst{Verdict::kFailed,
                                     Verdict::kNotRun,
                                     Verdict::kFixed,
                                     Verdict::kWarned,
                                     Verdict::kDeviated,
                                     Verdict::kObserved,
                                     Verdict::kSkipped,
                                     Verdict::kPassed};
    const auto* found = std::find(kWorstFirst.begin(), kWorstFirst.end(), verdict);
    return static_cast<std::size_t>(found - kWorstFirst.begin());
}

std::vector<FindingOfStep> findings_worst_first(const ScenarioResult& scenario) {
    std::vector<FindingOfStep> located;
    for (const StepResult& step : scenario.steps) {
        for (const Finding& finding : step.findings) located.push_back({&step, &finding});
    }
    std::stable_sort(
        located.begin(), located.end(), [](const FindingOfStep& a, const FindingOfStep& b) {
            return rank(a.finding->verdict) < rank(b.finding->verdict);
        });
    return located;
}

std::string field(std::string_view name, std::string_view value) {
    return value.empty() ? "" : fmt::format("    {:<9} {}\n", name, value);
}

/// Shows the first requirement with its statement and counts the others.
std::string requirement_line(const Finding& finding,
                             Verdict scenario_verdict,
                             const std::vector<RequirementResult>& known) {
    const std::string weight =
        finding.verdict == scenario_verdict ? "" : fmt::format(", {}", to_text(finding.verdict));
    if (finding.requirements.empty()) return fmt::format("  {}{}\n", finding.code, weight);
    const std::string& id = finding.requirements.front();
    const std::size_t others = finding.requirements.size() - 1;
    const std::string more = others == 0 ? "" : fmt::format(" (and {} more)", others);
    const auto found = std::find_if(
        known.begin(), known.end(), [&](const auto& requirement) { return requirement.id == id; });
    if (found == known.end()) return fmt::format("  {}{}{}\n", id, weight, more);
    return fmt::format(
        "  {} ({}){}: {}{}\n", id, found->basis, weight, one_line(found->statement), more);
}

std::string location_text(const FindingOfStep& located) {
    std::string text = to_text(located.finding->where);
    if (text.empty()) text = to_text(located.step->where);
    text += fmt::format("{}step {}", text.empty() ? "" : ", ", located.step->id);
    if (located.step->attempt > 1) text += fmt::format(", attempt {}", located.step->attempt);
    if (located.step->omitted_attempts > 0)
        text += fmt::format(" ({} earlier omitted)", located.step->omitted_attempts);
    return text;
}

std::string deviation_line(const DeviationEntry& entry) {
    const std::string where = to_text(entry.where);
    return reason_text(entry) + (where.empty() ? "" : fmt::format(" ({})", where));
}

std::string finding_lines(const FindingOfStep& located,
                          Verdict scenario_verdict,
                          const std::vector<RequirementResult>& known) {
    const Finding& finding = *located.finding;
    std::string lines = requirement_line(finding, scenario_verdict, known);
    lines += field("at", location_text(located));
    lines += field("expected", one_line(finding.expected));
    lines += field("got", one_line(finding.got));
    lines += field("note", one_line(finding.note, kMaxShownCommand));
    if (!finding.deviations.empty())
        lines += field("deviation", deviation_line(finding.deviations.front()));
    return lines;
}

std::string stream_text(const StreamRecord& stream) {
    const std::string first = stream.first_event_ms < 0 ? ""
                                                        : fmt::format(", the first after {:.1f} ms",
                                                                      stream.first_event_ms);
    return fmt::format(
        "{} events{}, {} bytes, ended: {}", stream.events, first, stream.bytes, stream.end);
}

std::string exchange_lines(const StepResult& step) {
    if (step.exchanges.empty()) return "";
    const ExchangeRecord& last = step.exchanges.back();
    const bool is_shown = last.curl.size() <= kMaxShownCommand && is_plain_line(last.curl);
    const std::string response =
        last.status == 0 ? "" : fmt::format("{} {}", last.status, one_line(last.response_excerpt));
    const std::string stream = last.streams.empty() ? "" : stream_text(last.streams.front());
    return field("response", response) + field("stream", stream) +
           field("repeat", is_shown ? last.curl : "a long command: see `curl` in result.json");
}

/// Returns how many findings are shown: two if they are of the same step, else only the worst.
std::size_t shown_findings(const std::vector<FindingOfStep>& located) {
    if (located.size() < kShownFindings) return located.size();
    return located[0].step == located[1].step ? kShownFindings : 1;
}

/// Reports the resources that remain at the target, even if other findings are worse.
std::string leftover_line(const std::vector<FindingOfStep>& located, std::size_t from) {
    std::vector<std::string> left;
    for (std::size_t i = from; i < located.size(); ++i) {
        if (located[i].finding->code == kCleanupCode) left.push_back(located[i].finding->got);
    }
    const std::string count = left.size() > 1 ? fmt::format("{}: ", left.size()) : "";
    return left.empty() ? "" : field("leftover", one_line(count + join(left, "; ")));
}

std::string details(const ScenarioResult& scenario, const std::vector<RequirementResult>& known) {
    const std::vector<FindingOfStep> located = findings_worst_first(scenario);
    if (located.empty()) return "";
    const std::size_t shown = shown_findings(located);
    std::string lines;
    for (std::size_t i = 0; i < shown; ++i) {
        lines += finding_lines(located[i], scenario.verdict, known);
    }
    lines += exchange_lines(*located.front().step);
    lines += leftover_line(located, shown);
    const std::size_t left = located.size() - shown;
    if (left > 0) lines += fmt::format("  and {} more, all in result.json\n", left);
    return lines;
}

}  // namespace

std::string render_scenario(const ScenarioResult& scenario,
                            const std::vector<RequirementResult>& requirements,
                            const TextStyle& style) {
    std::string head = fmt::format("{} {} ({})",
                                   verdict_label(scenario.verdict, style),
                                   scenario.name,
                                   duration_text(scenario.took_ms));
    if (!scenario.reason.empty()) head += ": " + one_line(scenario.reason);
    if (!scenario.replayed.empty()) head += ", replayed";
    return head + '\n' + details(scenario, requirements);
}

}  // namespace plumbline::reports

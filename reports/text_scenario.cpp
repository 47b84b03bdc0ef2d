// One scenario as text: a line if all is well, under 15 lines if not.

#include "reports/render.hpp"
#include "reports/text_parts.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace plumbline::reports {
namespace {

// What is beyond these bounds is in the JSON form.
constexpr std::size_t kShownFindings = 2;
constexpr std::size_t kMaxShownCommand = 2'000;

struct Placed {
    const StepResult* step;
    const Finding* finding;
};

int severity(Verdict verdict) {
    switch (verdict) {
        case Verdict::kFailed:
            return 0;
        case Verdict::kNotRun:
            return 1;
        case Verdict::kFixed:
            return 2;
        case Verdict::kWarned:
            return 3;
        case Verdict::kDeviated:
            return 4;
        case Verdict::kObserved:
            return 5;
        case Verdict::kSkipped:
            return 6;
        case Verdict::kPassed:
            return 7;
    }
    return 7;
}

std::vector<Placed> findings_worst_first(const ScenarioResult& scenario) {
    std::vector<Placed> placed;
    for (const StepResult& step : scenario.steps) {
        for (const Finding& finding : step.findings) placed.push_back({&step, &finding});
    }
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
        return severity(a.finding->verdict) < severity(b.finding->verdict);
    });
    return placed;
}

std::string field(std::string_view name, std::string_view value) {
    return value.empty() ? "" : fmt::format("    {:<9} {}\n", name, value);
}

/// Names the first requirement with its sentence and counts the others.
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

std::string place(const Placed& placed) {
    std::string text = to_text(placed.finding->where);
    if (text.empty()) text = to_text(placed.step->where);
    text += fmt::format("{}step {}", text.empty() ? "" : ", ", placed.step->id);
    if (placed.step->attempt > 1) text += fmt::format(", attempt {}", placed.step->attempt);
    if (placed.step->left_out > 0)
        text += fmt::format(" ({} before it left out)", placed.step->left_out);
    return text;
}

std::string finding_lines(const Placed& placed,
                          Verdict scenario_verdict,
                          const std::vector<RequirementResult>& known) {
    const Finding& finding = *placed.finding;
    std::string lines = requirement_line(finding, scenario_verdict, known);
    lines += field("at", place(placed));
    lines += field("expected", one_line(finding.expected));
    lines += field("got", one_line(finding.got));
    lines += field("note", one_line(finding.note, kMaxShownCommand));
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
    const std::string answer =
        last.status == 0 ? "" : fmt::format("{} {}", last.status, one_line(last.response_excerpt));
    const std::string stream = last.streams.empty() ? "" : stream_text(last.streams.front());
    return field("answer", answer) + field("stream", stream) +
           field("repeat", is_shown ? last.curl : "a long command: see `curl` in result.json");
}

/// Two findings are shown if one exchange explains both, else only the worst.
std::size_t shown_findings(const std::vector<Placed>& placed) {
    if (placed.size() < kShownFindings) return placed.size();
    return placed[0].step == placed[1].step ? kShownFindings : 1;
}

/// What is left at the target must not be missed behind what is worse.
std::string left_line(const std::vector<Placed>& placed, std::size_t from) {
    std::vector<std::string> left;
    for (std::size_t i = from; i < placed.size(); ++i) {
        if (placed[i].finding->code == kCleanUp) left.push_back(placed[i].finding->got);
    }
    const std::string count = left.size() > 1 ? fmt::format("{}: ", left.size()) : "";
    return left.empty() ? "" : field("left", one_line(count + join(left, "; ")));
}

std::string details(const ScenarioResult& scenario, const std::vector<RequirementResult>& known) {
    const std::vector<Placed> placed = findings_worst_first(scenario);
    if (placed.empty()) return "";
    const std::size_t shown = shown_findings(placed);
    std::string lines;
    for (std::size_t i = 0; i < shown; ++i) {
        lines += finding_lines(placed[i], scenario.verdict, known);
    }
    lines += exchange_lines(*placed.front().step);
    lines += left_line(placed, shown);
    const std::size_t left = placed.size() - shown;
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
                                   took_text(scenario.took_ms));
    if (!scenario.reason.empty()) head += ": " + one_line(scenario.reason);
    if (!scenario.replayed.empty()) head += ", played again";
    return head + '\n' + details(scenario, requirements);
}

}  // namespace plumbline::reports

// Renders one scenario, or several with one cause, as text: one line if it passed, about ten lines
// otherwise.

#include "reports/causes.hpp"
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

constexpr std::size_t kFieldIndent = 14;
constexpr std::size_t kReasonIndent = 4;
constexpr std::size_t kMaxShownBody = 58;  // so that its line has 80 columns

std::string field_start(std::string_view name) {
    return fmt::format("    {:<9} ", name);
}

std::string field(std::string_view name, std::string_view value) {
    return value.empty() ? "" : wrapped(field_start(name), value, kFieldIndent);
}

/// Returns a field that can be copied: a command, which must stay on one line.
std::string unwrapped_field(std::string_view name, std::string_view value) {
    return value.empty() ? "" : fmt::format("{}{}\n", field_start(name), value);
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
    return wrapped(fmt::format("  {} ({}){}: ", id, found->basis, weight),
                   one_line(found->statement, kMaxReason) + more,
                   4);
}

std::string location_text(const FindingOfStep& located) {
    std::string text = to_text(located.finding->where);
    if (text.empty()) text = to_text(located.step->where);
    text += fmt::format("{}step {}", text.empty() ? "" : ", ", one_line(located.step->id));
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
    lines += field("got", got_text(finding));
    lines += field("note", one_line(finding.note, kMaxReason));
    if (!finding.deviations.empty())
        lines += field("deviation", deviation_line(finding.deviations.front()));
    return lines;
}

std::string stream_text(const StreamRecord& stream) {
    const std::string first = stream.first_event_ms < 0 ? ""
                                                        : fmt::format(", the first after {:.1f} ms",
                                                                      stream.first_event_ms);
    return fmt::format("{} event{}{}, {} bytes, ended: {}",
                       stream.events,
                       stream.events == 1 ? "" : "s",
                       first,
                       stream.bytes,
                       stream.end);
}

constexpr const char* kDeletedNote =
    "the run has deleted this record since: the command gets 404 once the deletion is done; to "
    "repeat the request, create the record again and change its id";

std::string exchange_lines(const ExchangeRecord& exchange) {
    const bool is_shown = exchange.curl.size() <= kMaxShownCommand && is_plain_line(exchange.curl);
    const std::string response =
        exchange.status == 0
            ? ""
            : fmt::format(
                  "{} {}", exchange.status, one_line(exchange.response_excerpt, kMaxShownBody));
    const std::string stream =
        exchange.streams.empty() ? "" : stream_text(exchange.streams.front());
    return unwrapped_field("response", response) + field("stream", stream) +
           unwrapped_field("repeat",
                           is_shown ? exchange.curl : "a long command: see `curl` in result.json") +
           field("note", exchange.record_deleted ? kDeletedNote : "");
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
    const StepResult& step = *located.front().step;
    if (!step.exchanges.empty()) lines += exchange_lines(step.exchanges.back());
    lines += leftover_line(located, shown);
    const std::size_t left = located.size() - shown;
    if (left > 0) lines += fmt::format("  and {} more, all in result.json\n", left);
    return lines;
}

std::string lines_of(const ScenarioResult& scenario,
                     std::string head,
                     const std::vector<RequirementResult>& requirements,
                     const TextStyle& style) {
    constexpr int kWithExchanges = 2;
    if (!scenario.replayed.empty()) head += ", replayed";
    if (scenario.known) head += ", known from the baseline";
    std::string reason = one_line(scenario.reason, kMaxReason);
    if (!reason.empty()) head += ':';
    const std::string lines =
        reason.empty() ? head + '\n' : wrapped(head + ' ', reason, kReasonIndent);
    const bool is_passed = scenario.verdict == Verdict::kPassed;
    if (!is_passed) return printable_lines(lines + details(scenario, requirements), style.color);
    const bool with_exchanges = style.verbosity >= kWithExchanges;
    return printable_lines(lines + (with_exchanges ? render_exchanges(scenario) : ""), style.color);
}

}  // namespace

std::string render_exchanges(const ScenarioResult& scenario) {
    std::string lines;
    for (const StepResult& step : scenario.steps) {
        for (const ExchangeRecord& exchange : step.exchanges) {
            lines += fmt::format("  {}: {} {} ({})\n",
                                 one_line(step.id),
                                 exchange.method,
                                 one_line(exchange.url, kMaxShownCommand),
                                 duration_text(exchange.took_ms));
            lines += exchange_lines(exchange);
        }
    }
    return lines;
}

std::string render_scenario(const ScenarioResult& scenario,
                            const std::vector<RequirementResult>& requirements,
                            const TextStyle& style) {
    return lines_of(scenario,
                    fmt::format("{} {} ({})",
                                verdict_label(scenario.verdict, style),
                                one_line(scenario.name),
                                duration_text(scenario.took_ms)),
                    requirements,
                    style);
}

std::string render_cause(const FailureCause& cause,
                         const std::vector<RequirementResult>& requirements,
                         const TextStyle& style) {
    const ScenarioResult& first = *cause.scenarios.front();
    const std::size_t others = cause.scenarios.size() - 1;
    if (others == 0) return render_scenario(first, requirements, style);
    std::string text = lines_of(
        first,
        fmt::format(
            "{} {} and {} more", verdict_label(cause.verdict, style), one_line(first.name), others),
        requirements,
        style);
    if (style.verbosity == 0) return text;
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= others; ++i) names.push_back(one_line(cause.scenarios[i]->name));
    return text + wrapped("  also: ", join(names, ", "), kReasonIndent);
}

std::string render_cause_line(const FailureCause& cause, const TextStyle& style) {
    const ScenarioResult& first = *cause.scenarios.front();
    const std::vector<FindingOfStep> findings = findings_worst_first(first);
    std::string text = first.reason.empty() ? "" : ": " + first.reason;
    if (!findings.empty()) {
        const Finding& finding = *findings.front().finding;
        text = ": " + (finding.requirements.empty() ? finding.code : finding.requirements.front());
    }
    if (cause.known) text += ", known from the baseline";
    const std::size_t others = cause.scenarios.size() - 1;
    const std::string more = others == 0 ? "" : fmt::format(" and {} more", others);
    return wrapped(verdict_label(cause.verdict, style) + ' ',
                   one_line(first.name, kMaxReason) + more + one_line(text, kMaxReason),
                   kReasonIndent);
}

}  // namespace plumbline::reports

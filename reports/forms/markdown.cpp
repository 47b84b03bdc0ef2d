// Renders a summary in Markdown, for pages of CI services: what did not pass first.

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

constexpr std::size_t kMaxRepeat = 2'000;
constexpr std::size_t kMaxShownSpan = 240;

/// Returns the longest run of backticks.
std::size_t longest_backticks(std::string_view text) {
    std::size_t longest = 0;
    std::size_t length = 0;
    for (const char c : text) {
        length = c == '`' ? length + 1 : 0;
        longest = std::max(longest, length);
    }
    return longest;
}

/// Returns a code span, in which nothing is markup: it ends at more backticks than the text has.
std::string code_span(std::string_view text, std::size_t max_bytes = kMaxShownSpan) {
    const std::string line = one_line(text, max_bytes);
    const std::string fence(longest_backticks(line) + 1, '`');
    return line.empty() ? "``nothing``" : fmt::format("{} {} {}", fence, line, fence);
}

std::string code_block(std::string_view text) {
    const std::string fence(std::max<std::size_t>(3, longest_backticks(text) + 1), '`');
    return fmt::format("\n{}\n{}\n{}\n", fence, text, fence);
}

/// Returns prose on one line, with a backslash before each character that could be markup.
std::string prose(std::string_view text) {
    constexpr std::string_view kMarkup = "\\`*_{}[]<>()#+-!|~&@:/";
    std::string escaped;
    for (const char c : one_line(text, kMaxReason)) {
        if (kMarkup.find(c) != std::string_view::npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string_view outcome_text(int exit_code) {
    switch (exit_code) {
        case 0:
            return "conforms";
        case 1:
            return "does not conform";
        case 2:
            return "nothing was verified";
        case 3:
            return "no response from the target";
        default:
            return "interrupted";
    }
}

std::string counts_table(const VerdictCounts& counts) {
    std::string names;
    std::string rule;
    std::string numbers;
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        const auto verdict = static_cast<Verdict>(i);
        if (counts.of(verdict) == 0) continue;
        names += fmt::format("| {} ", replace_all(to_text(verdict), "_", " "));
        rule += "|---";
        numbers += fmt::format("| {} ", counts.of(verdict));
    }
    return names.empty() ? "No scenarios.\n" : fmt::format("{}|\n{}|\n{}|\n", names, rule, numbers);
}

std::string markdown_head(const RunResult& result) {
    std::string text = fmt::format("# Conformance: {}\n\n", outcome_text(result.exit_code()));
    text += fmt::format("Target {}, seed {}, plumbline {}, {}.\n\n",
                        code_span(result.target),
                        result.seed,
                        prose(result.tool_version),
                        duration_text(result.took_ms));
    text += counts_table(result.verdict_counts());
    const CoverageCounts coverage = result.coverage_counts();
    if (coverage.checkable > 0)
        text += fmt::format("\n{} of {} checkable requirements are verified ({} %).\n",
                            coverage.verified,
                            coverage.checkable,
                            coverage.verified_percent());
    return text;
}

std::string requirement_quote(const RequirementIndex& index, const std::string& id) {
    const auto found = index.find(id);
    if (found == index.end()) return "";
    const RequirementResult& row = *found->second;
    return fmt::format("> {} ({}; {})\n\n", prose(row.statement), prose(row.section), row.basis);
}

std::string scenarios_title(const FailureCause& cause) {
    const std::size_t count = cause.scenarios.size();
    return fmt::format("{} scenario{}", count, count == 1 ? "" : "s");
}

/// Returns what shows a cause: its requirement, and the worst finding of its first scenario.
std::string cause_section(const FailureCause& cause, const RequirementIndex& index) {
    const ScenarioResult& scenario = *cause.scenarios.front();
    const std::vector<FindingOfStep> located = findings_worst_first(scenario);
    const std::string title =
        located.empty() ? "" : join(located.front().finding->requirements, ", ");
    std::string text = fmt::format(
        "\n### {}{}{} ({}{})\n\n",
        replace_all(to_text(cause.verdict), "_", " "),
        located.empty() ? "" : ": ",
        prose(title.empty() && !located.empty() ? located.front().finding->code : title),
        scenarios_title(cause),
        cause.known ? ", known from the baseline" : "");
    if (!located.empty() && !located.front().finding->requirements.empty())
        text += requirement_quote(index, located.front().finding->requirements.front());
    text += fmt::format("- scenario {}\n", code_span(scenario.name));
    if (located.empty())
        return text + fmt::format("- reason {}\n", code_span(scenario.reason, kMaxReason));
    const Finding& finding = *located.front().finding;
    text += fmt::format("- step {}\n- expected {}\n- got {}\n",
                        code_span(located.front().step->id),
                        code_span(finding.expected),
                        code_span(got_text(finding), kMaxReason));
    if (!finding.note.empty()) text += fmt::format("- note: {}\n", prose(finding.note));
    if (!finding.deviations.empty())
        text += fmt::format("- known deviation: {}\n", prose(reason_text(finding.deviations[0])));
    const std::vector<ExchangeRecord>& exchanges = located.front().step->exchanges;
    if (exchanges.empty()) return text;
    const std::string& curl = exchanges.back().curl;
    if (curl.empty() || curl.size() > kMaxRepeat || !is_plain_line(curl)) return text;
    return text + code_block(curl);
}

/// Returns the sections in the order of their importance.
std::vector<std::string> markdown_sections(const RunResult& result) {
    std::vector<std::string> sections;
    const RequirementIndex index = index_requirements(result);
    for (const CaseEntry& entry : case_entries(result)) {
        if (entry.scenario == nullptr && entry.fails())
            sections.push_back(fmt::format(
                "\n### {}: {}\n\n{}\n", entry.area, code_span(entry.name), prose(entry.message)));
    }
    for (const FailureCause& cause : failure_causes(result)) {
        if (cause.verdict != Verdict::kObserved) sections.push_back(cause_section(cause, index));
    }
    for (const MissingCoverage& missing : result.missing_coverage()) {
        if (missing.scenarios == 0) continue;  // not selected, or known to be out of reach
        sections.push_back(fmt::format("\nSkipped: {} scenarios, which {} requirements need: {}\n",
                                       missing.scenarios,
                                       missing.requirements.size(),
                                       prose(missing.reason)));
    }
    for (const std::string& note : result.notes)
        sections.push_back(fmt::format("\nNote: {}\n", prose(note)));
    return sections;
}

}  // namespace

std::string render_markdown(const RunResult& result) {
    constexpr std::size_t kReserve = 100;  // of the last line
    std::string text = markdown_head(result);
    const std::vector<std::string> sections = markdown_sections(result);
    std::size_t shown = 0;
    while (shown < sections.size() &&
           text.size() + sections[shown].size() + kReserve < kMaxMarkdown)
        text += sections[shown++];
    if (shown < sections.size())
        text += fmt::format("\n{} more parts are in the other reports.\n", sections.size() - shown);
    return printable_lines(text);
}

}  // namespace plumbline::reports

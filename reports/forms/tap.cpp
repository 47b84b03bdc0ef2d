// Renders the run as TAP 14 (Test Anything Protocol).

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::reports {
namespace {

/// Returns a text of a test point: a number sign would begin a directive.
std::string tap_text(std::string_view line) {
    return replace_all(replace_all(line, "\\", "\\\\"), "#", "\\#");
}

/// Returns ` # DIRECTIVE reason`, "" for a verdict without one.
std::string directive(const CaseEntry& entry) {
    if (entry.verdict == Verdict::kSkipped) return " # SKIP " + tap_text(entry.message);
    if (entry.known) return " # TODO " + tap_text(entry.message);
    return "";
}

/// Returns the block of YAML below a test point; its values are JSON, which YAML includes.
std::string diagnostics(const CaseEntry& entry) {
    const auto line = [](std::string_view key, const Json& value) {
        return fmt::format("  {}: {}\n", key, plumbline::to_text(value));
    };
    std::string block = "  ---\n" + line("verdict", to_text(entry.verdict)) +
                        line("message", entry.message) + line("duration_ms", entry.took_ms);
    if (entry.scenario != nullptr) {
        const std::vector<std::string> ids = requirement_ids(*entry.scenario);
        if (!ids.empty()) block += line("requirements", ids);
    }
    return block + "  ...\n";
}

std::string test_point(std::size_t number, const CaseEntry& entry) {
    const bool is_ok = !entry.fails() && !entry.known;
    const bool is_plain = entry.verdict == Verdict::kPassed || entry.verdict == Verdict::kSkipped;
    const std::string name =
        entry.scenario != nullptr ? entry.name : entry.area + ": " + entry.name;
    return fmt::format("{}ok {} - {}{}\n{}",
                       is_ok ? "" : "not ",
                       number,
                       tap_text(name),
                       directive(entry),
                       is_plain ? "" : diagnostics(entry));
}

}  // namespace

std::string render_tap(const RunResult& result) {
    const std::vector<CaseEntry> entries = case_entries(result);
    std::string text = fmt::format("TAP version 14\n1..{}\n# target {}, seed {}\n",
                                   entries.size(),
                                   one_line(result.target),
                                   result.seed);
    for (std::size_t i = 0; i < entries.size(); ++i) text += test_point(i + 1, entries[i]);
    return printable_lines(text);
}

}  // namespace plumbline::reports

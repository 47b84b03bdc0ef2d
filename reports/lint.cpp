#include "reports/lint.hpp"

#include "reports/text_format.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

// The first seven ids are codes of errors when reading, to_text(ErrorCode).
const std::vector<LintRule>& lint_rules() {
    static const std::vector<LintRule> kRules{
        {"syntax", LintLevel::kError, "The text does not follow its grammar"},
        {"invalid", LintLevel::kError, "It violates a rule of Arazzo or of the x-ct- keys"},
        {"unsupported", LintLevel::kError, "It is valid, but not supported here"},
        {"limit", LintLevel::kError, "It exceeds a limit on size, depth or length"},
        {"not_found", LintLevel::kError, "A name or a path does not exist"},
        {"unresolved", LintLevel::kError, "An expression can never have a value"},
        {"io", LintLevel::kError, "A file or folder cannot be read"},
        {"tolerated",
         LintLevel::kError,
         "It is invalid, usually by the published schema of Arazzo, but a run only warns of it"},
        {"doubtful", LintLevel::kWarning, "It is valid, but probably not intended"},
        {"portability",
         LintLevel::kNote,
         "It works here, but may behave differently in other runners"},
    };
    return kRules;
}

const LintRule& lint_rule(std::string_view id) {
    const auto with = [](std::string_view wanted) {
        return std::find_if(lint_rules().begin(), lint_rules().end(), [&](const LintRule& rule) {
            return rule.id == wanted;
        });
    };
    const auto found = with(id);
    return found != lint_rules().end() ? *found : *with("invalid");
}

std::size_t LintResult::errors() const {
    const auto count = std::count_if(
        findings.begin(), findings.end(), [](const LintFinding& one) { return one.is_error(); });
    return static_cast<std::size_t>(count);
}

std::string render_lint_text(const LintResult& result) {
    std::string text;
    for (const LintFinding& finding : result.findings) {
        text += error_lines(finding.is_error() ? "" : "suggestion: ", finding.error);
    }
    return text + fmt::format("{}, {}, {}\n",
                              counted(result.suites, "suite", "suites"),
                              counted(result.errors(), "error", "errors"),
                              counted(result.suggestions(), "suggestion", "suggestions"));
}

const std::vector<LintFormat>& lint_formats() {
    static const std::vector<LintFormat> kForms{
        {"text", render_lint_text},
        {"json", render_lint_json},
        {"sarif", render_lint_sarif},
    };
    return kForms;
}

}  // namespace plumbline::reports

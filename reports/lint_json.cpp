#include "reports/lint.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reports {
namespace {

// Incremented when readers of the old format would misinterpret the new one.
constexpr int kLintFormat = 1;

Json json_of(const LintFinding& finding) {
    const Error& error = finding.error;
    return {{"file", finding.file},
            {"line", error.where.line},
            {"column", error.where.column},
            {"severity", finding.is_error() ? "error" : "suggestion"},
            {"rule", finding.rule.id},
            {"message", error.message},
            {"fix", join(error.notes, "\n")}};
}

}  // namespace

std::string render_lint_json(const LintResult& result) {
    Json findings = Json::array();
    for (const LintFinding& finding : result.findings) findings.push_back(json_of(finding));
    const Json json{{"format", kLintFormat},
                    {"tool_version", result.tool_version},
                    {"suites", result.suites},
                    {"errors", result.errors()},
                    {"suggestions", result.suggestions()},
                    {"findings", std::move(findings)}};
    return plumbline::to_pretty_text(json) + '\n';
}

}  // namespace plumbline::reports

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
    Json json = Json::object();
    json["file"] = finding.file;
    json["line"] = error.where.line;
    json["column"] = error.where.column;
    json["severity"] = finding.is_error() ? "error" : "suggestion";
    json["rule"] = finding.rule.id;
    json["message"] = error.message;
    json["fix"] = join(error.notes, "\n");
    return json;
}

}  // namespace

std::string render_lint_json(const LintResult& result) {
    Json json = Json::object();
    json["format"] = kLintFormat;
    json["tool_version"] = result.tool_version;
    json["suites"] = result.suites;
    json["errors"] = result.errors();
    json["suggestions"] = result.suggestions();
    json["findings"] = Json::array();
    for (const LintFinding& finding : result.findings) json["findings"].push_back(json_of(finding));
    return plumbline::to_pretty_text(json) + '\n';
}

}  // namespace plumbline::reports

// Source: SARIF 2.1.0; numbers in comments are its sections.

#include "reports/lint.hpp"
#include "spec/http/url.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::reports {
namespace {

namespace fs = std::filesystem;

std::string_view level_name(LintLevel level) {
    switch (level) {
        case LintLevel::kError:
            return "error";
        case LintLevel::kWarning:
            return "warning";
        case LintLevel::kNote:
            return "note";
    }
    return "none";
}

/// Returns the percent-encoded path; does not encode slashes.
std::string encoded_path(std::string_view path) {
    std::string encoded;
    while (true) {
        const std::size_t slash = path.find('/');
        encoded += http::percent_encode(path.substr(0, slash));
        if (slash == std::string_view::npos) return encoded;
        encoded += '/';
        path.remove_prefix(slash + 1);
    }
}

/// Returns the URI of the file, relative to the folder if the file is inside (3.4.3): tools match
/// results with the files of a checkout in any folder.
std::string uri_of(const std::string& file, const std::string& folder) {
    const fs::path path(file);
    if (path.is_relative()) return encoded_path(path.lexically_normal().string());
    const fs::path relative = path.lexically_relative(folder);
    const bool is_below = !relative.empty() && *relative.begin() != "..";
    return is_below ? encoded_path(relative.string()) : "file://" + encoded_path(file);
}

Json text_message(std::string text) {
    return {{"text", std::move(text)}};
}

Json rule_json(const LintRule& rule) {
    return {{"id", rule.id},
            {"shortDescription", text_message(std::string(rule.meaning))},
            {"defaultConfiguration", {{"level", level_name(rule.level)}}}};
}

/// Omits unknown lines and columns, as SARIF counts them from 1 (3.30.5, 3.30.6).
Json location_json(const LintFinding& finding, const std::string& folder) {
    const SourceRef& where = finding.error.where;
    Json physical;
    physical["artifactLocation"]["uri"] = uri_of(finding.file, folder);
    if (where.line > 0) physical["region"]["startLine"] = where.line;
    if (where.line > 0 && where.column > 0) physical["region"]["startColumn"] = where.column;
    return {{"physicalLocation", std::move(physical)}};
}

Json result_json(const LintFinding& finding, const std::string& folder) {
    std::string text = finding.error.message;
    for (const std::string& note : finding.error.notes) text += '\n' + note;
    Json locations = Json::array();
    if (!finding.file.empty()) locations.push_back(location_json(finding, folder));
    return {{"ruleId", finding.rule.id},
            {"level", level_name(finding.rule.level)},
            {"message", text_message(std::move(text))},
            {"locations", std::move(locations)}};
}

}  // namespace

std::string render_lint_sarif(const LintResult& result) {
    Json rules = Json::array();
    for (const LintRule& rule : lint_rules()) rules.push_back(rule_json(rule));
    Json results = Json::array();
    for (const LintFinding& finding : result.findings)
        results.push_back(result_json(finding, result.folder));
    const Json driver{
        {"name", "plumbline"}, {"version", result.tool_version}, {"rules", std::move(rules)}};
    const Json run{{"tool", {{"driver", driver}}}, {"results", std::move(results)}};
    const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", Json::array({run})}};
    return plumbline::to_pretty_text(log) + '\n';
}

}  // namespace plumbline::reports

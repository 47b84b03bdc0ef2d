// Source: SARIF 2.1.0; numbers in comments are its sections.

#include "reports/lint.hpp"
#include "reports/sarif.hpp"

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

/// Returns the URI of the file, relative to the folder if the file is inside (3.4.3): tools match
/// results with the files of a checkout in any folder.
std::string uri_of(const std::string& file, const std::string& folder) {
    const fs::path path(file);
    if (path.is_relative()) return sarif_path(path.lexically_normal().string());
    const fs::path relative = path.lexically_relative(folder);
    const bool is_below = !relative.empty() && *relative.begin() != "..";
    return is_below ? sarif_path(relative.string()) : "file://" + sarif_path(file);
}

Json rule_json(const LintRule& rule) {
    return {{"id", rule.id},
            {"shortDescription", sarif_message(std::string(rule.meaning))},
            {"defaultConfiguration", {{"level", level_name(rule.level)}}}};
}

Json location_json(const LintFinding& finding, const std::string& folder) {
    const SourceRef& where = finding.error.where;
    return {{"physicalLocation",
             sarif_physical_location(uri_of(finding.file, folder), where.line, where.column)}};
}

Json result_json(const LintFinding& finding, const std::string& folder) {
    std::string text = finding.error.message;
    for (const std::string& note : finding.error.notes) text += '\n' + note;
    Json locations = Json::array();
    if (!finding.file.empty()) locations.push_back(location_json(finding, folder));
    return {{"ruleId", finding.rule.id},
            {"level", level_name(finding.rule.level)},
            {"message", sarif_message(std::move(text))},
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
    return sarif_log({{"tool", {{"driver", driver}}}, {"results", std::move(results)}});
}

}  // namespace plumbline::reports

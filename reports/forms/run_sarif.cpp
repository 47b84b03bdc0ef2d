// Renders what the run finds as SARIF 2.1.0; numbers in comments are its sections.

#include "reports/forms/case_entries.hpp"
#include "reports/forms/finding_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/sarif.hpp"
#include "reports/text_format.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace plumbline::reports {
namespace {

/// Services that show SARIF refuse much larger logs.
constexpr std::size_t kMaxSarifResults = 5'000;

/// Returns the description of a rule that is no requirement.
std::string plain_rule_text(const std::string& rule) {
    if (rule == "expired") return "No known deviation has expired";
    if (rule == "not_run") return "Every selected scenario is run";
    return "Checks of the kind " + rule + " without a requirement hold";
}

Json sarif_rule(const std::string& rule, const RequirementIndex& index) {
    const auto found = index.find(rule);
    if (found == index.end())
        return {{"id", rule}, {"shortDescription", sarif_message(plain_rule_text(rule))}};
    const RequirementResult& row = *found->second;
    return {{"id", rule},
            {"shortDescription", sarif_message(row.statement)},
            {"help", sarif_message(fmt::format("{}: {}", row.section, row.statement))},
            {"properties",
             {{"section", row.section},
              {"basis", row.basis},
              {"outcome", row.outcome},
              {"tags", {row.area, row.basis}}}}};
}

std::string_view sarif_level(Verdict verdict) {
    return verdict == Verdict::kWarned ? "warning" : "error";
}

/// Returns the entries of the known deviations that cover a finding, or the baseline that has it,
/// as suppressions (3.35).
Json suppressions(const RunResult& result, const FindingEntry& entry) {
    Json list = Json::array();
    if (entry.from_baseline)
        list.push_back({{"kind", "external"},
                        {"status", "accepted"},
                        {"justification", "known from the baseline " + one_line(result.baseline)}});
    if (entry.verdict != Verdict::kDeviated || entry.finding == nullptr) return list;
    for (const DeviationEntry& deviation : entry.finding->deviations) {
        Json one{{"kind", "external"},
                 {"status", "accepted"},
                 {"justification", one_line(reason_text(deviation), kMaxReason)}};
        const std::string path = repository_path(result, deviation.where);
        if (!path.empty())
            one["location"]["physicalLocation"] = sarif_physical_location(
                sarif_path(path), deviation.where.line, deviation.where.column);
        list.push_back(std::move(one));
    }
    return list;
}

Json sarif_location(const RunResult& result, const FindingEntry& entry) {
    Json location = Json::object();
    const std::string path = repository_path(result, entry.where);
    if (!path.empty())
        location["physicalLocation"] =
            sarif_physical_location(sarif_path(path), entry.where.line, entry.where.column);
    if (entry.scenario == nullptr) return location;
    const std::string scenario = one_line(entry.scenario->name);
    Json logical = Json::array();
    if (entry.step != nullptr)
        logical.push_back({{"name", one_line(entry.step->id)},
                           {"fullyQualifiedName", scenario + '/' + one_line(entry.step->id)},
                           {"kind", "step"}});
    logical.push_back({{"name", scenario}, {"fullyQualifiedName", scenario}, {"kind", "scenario"}});
    location["logicalLocations"] = std::move(logical);
    return location;
}

Json sarif_result(const RunResult& result, const FindingEntry& entry) {
    Json locations = Json::array();
    Json location = sarif_location(result, entry);
    if (!location.empty()) locations.push_back(std::move(location));
    Json properties{{"verdict", to_text(entry.verdict)}};
    if (entry.finding != nullptr) {
        properties["code"] = entry.finding->code;
        properties["requirements"] = entry.finding->requirements;
    }
    // `suppressions` is a member of all results of a run or of none (3.27.23).
    return {{"ruleId", entry.rule},
            {"level", sarif_level(entry.verdict)},
            {"message", sarif_message(entry.message)},
            {"locations", std::move(locations)},
            {"partialFingerprints", {{"plumblineFinding/v1", entry.fingerprint}}},
            {"suppressions", suppressions(result, entry)},
            {"properties", std::move(properties)}};
}

Json sarif_notification(std::string_view level, std::string text) {
    return {{"level", level}, {"message", sarif_message(std::move(text))}};
}

/// Returns whether an entry is about the run as a whole. It is not a result, as services refuse a
/// log that has one without a location.
bool is_about_run(const FindingEntry& entry) {
    return entry.scenario == nullptr && entry.where.file.empty();
}

Json invocation(const RunResult& result, Json notifications) {
    constexpr int kNotConforming = 1;
    const int code = result.exit_code();
    Json json{{"executionSuccessful", code <= kNotConforming},
              {"exitCode", code},
              {"startTimeUtc", result.started}};
    if (const auto started = parse_instant(result.started))
        json["endTimeUtc"] = plumbline::to_text(
            *started + std::chrono::microseconds(std::llround(result.took_ms * 1000)));
    if (!notifications.empty()) json["toolExecutionNotifications"] = std::move(notifications);
    return json;
}

}  // namespace

std::string render_sarif(const RunResult& result) {
    const RequirementIndex index = index_requirements(result);
    std::map<std::string, Json> rules;
    Json results = Json::array();
    Json notifications = Json::array();
    std::size_t omitted = 0;
    for (const FindingEntry& entry : finding_entries(result)) {
        if (is_about_run(entry)) {
            notifications.push_back(sarif_notification("error", entry.message));
        } else if (results.size() == kMaxSarifResults) {
            ++omitted;
        } else {
            if (rules.find(entry.rule) == rules.end())
                rules.emplace(entry.rule, sarif_rule(entry.rule, index));
            results.push_back(sarif_result(result, entry));
        }
    }
    if (omitted > 0)
        notifications.push_back(sarif_notification(
            "warning", fmt::format("{} more results are in result.json", omitted)));
    Json list = Json::array();
    for (auto& [id, rule] : rules) list.push_back(std::move(rule));
    const Json driver{
        {"name", "plumbline"}, {"version", result.tool_version}, {"rules", std::move(list)}};
    const std::string target = one_line(result.target);
    // The text before the last slash is the category, in which a later run replaces this one.
    const std::string id = fmt::format("plumbline/{}/{}", sarif_path(target), result.started);
    return sarif_log({{"tool", {{"driver", driver}}},
                      {"automationDetails", {{"id", id}}},
                      {"invocations", Json::array({invocation(result, std::move(notifications))})},
                      {"results", std::move(results)},
                      {"properties",
                       {{"target", target},
                        {"seed", std::to_string(result.seed)},
                        {"summary", summary_line(result.verdict_counts())}}}});
}

}  // namespace plumbline::reports

// Renders the run as Allure results: a folder with one file per case.

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/text_format.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::reports {
namespace {

constexpr std::size_t kMaxAllureSteps = 200;  ///< of a case
constexpr std::size_t kMaxTags = 100;         ///< of a case

std::string_view allure_status(Verdict verdict) {
    switch (verdict) {
        case Verdict::kFailed:
        case Verdict::kFixed:
        case Verdict::kDeviated:
            return "failed";
        case Verdict::kNotRun:
            return "broken";
        case Verdict::kSkipped:
            return "skipped";
        default:
            return "passed";
    }
}

/// Returns a UUID that is equal whenever the text is.
std::string uuid_of(const std::string& text) {
    return IdSource(fingerprint(text)).uuid();
}

// Lists of members would be copied, and a run has thousands of steps and labels.
Json allure_step(const EpochSpan& run, const StepResult& step) {
    const EpochSpan span = time_span(run, step);
    Json json;
    json["name"] =
        one_line(step.id) + (step.attempt > 1 ? fmt::format(", attempt {}", step.attempt) : "");
    json["status"] = allure_status(step.verdict);
    json["stage"] = "finished";
    json["start"] = span.start;
    json["stop"] = span.stop;
    if (!step.findings.empty())
        json["statusDetails"]["message"] = finding_line(step.findings.front());
    return json;
}

Json label(std::string_view name, std::string_view value) {
    Json json;
    json["name"] = name;
    json["value"] = value;
    return json;
}

/// Returns the severity of a case: how certain its most certain requirement is.
std::string_view allure_severity(const std::vector<std::string>& ids,
                                 const RequirementIndex& index) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kByBasis{
        {{"stated", "critical"}, {"implied", "normal"}, {"assumed", "minor"}}};
    for (const auto& [basis, severity] : kByBasis) {
        const bool has = std::any_of(ids.begin(), ids.end(), [&, basis = basis](const auto& id) {
            return basis_of(index, id) == basis;
        });
        if (has) return severity;
    }
    return "normal";
}

Json allure_labels(const CaseEntry& entry, const RequirementIndex& index) {
    Json labels = Json::array({label("framework", "plumbline"), label("parentSuite", entry.area)});
    if (!entry.suite.empty()) labels.push_back(label("suite", entry.suite));
    if (entry.scenario == nullptr) return labels;
    std::vector<std::string> ids = requirement_ids(*entry.scenario);
    labels.push_back(label("severity", allure_severity(ids, index)));
    if (ids.size() > kMaxTags) ids.resize(kMaxTags);
    for (const std::string& id : ids) labels.push_back(label("tag", id));
    return labels;
}

Json status_details(const RunResult& result, const CaseEntry& entry) {
    Json details{{"message", entry.message}};
    if (entry.known) {
        details["known"] = true;
        details["muted"] = true;  // it does not fail the run
    }
    if (entry.scenario != nullptr && entry.verdict != Verdict::kSkipped)
        details["trace"] = render_scenario(*entry.scenario, result.requirements, {});
    return details;
}

Json allure_result(const RunResult& result,
                   const EpochSpan& run,
                   const CaseEntry& entry,
                   const RequirementIndex& index) {
    const EpochSpan span = time_span(run, entry);
    // Neither the seed nor the time: they would make each run a test of its own.
    const std::string id = uuid_of(entry.id());
    Json json{{"uuid", uuid_of(fmt::format("{}\n{}\n{}", entry.id(), result.started, result.seed))},
              {"historyId", id},
              {"testCaseId", id},
              {"fullName", entry.id()},
              {"name", entry.name},
              {"status", allure_status(entry.verdict)},
              {"stage", "finished"},
              {"start", span.start},
              {"stop", span.stop},
              {"labels", allure_labels(entry, index)}};
    if (entry.verdict != Verdict::kPassed) json["statusDetails"] = status_details(result, entry);
    if (entry.scenario == nullptr) return json;
    json["description"] = one_line(entry.scenario->summary, kMaxReason);
    Json steps = Json::array();
    for (const StepResult& step : entry.scenario->steps) {
        if (steps.size() < kMaxAllureSteps) steps.push_back(allure_step(run, step));
    }
    json["steps"] = std::move(steps);
    return json;
}

/// Returns the file with what is equal for all cases.
FolderFile environment_file(const RunResult& result) {
    return {"environment.properties",
            fmt::format("target={}\nseed={}\nplumbline={}\n",
                        replace_all(one_line(result.target), "\\", "\\\\"),
                        result.seed,
                        result.tool_version)};
}

}  // namespace

std::vector<FolderFile> render_allure(const RunResult& result) {
    const RequirementIndex index = index_requirements(result);
    const EpochSpan run = time_span(result);
    std::vector<FolderFile> files{environment_file(result)};
    for (const CaseEntry& entry : case_entries(result)) {
        const Json json = allure_result(result, run, entry, index);
        files.push_back(
            {json["uuid"].get<std::string>() + "-result.json", plumbline::to_text(json) + '\n'});
    }
    return files;
}

}  // namespace plumbline::reports

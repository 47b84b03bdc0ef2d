// Renders the run as Allure results: a folder with one file per case.

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/json_members.hpp"
#include "reports/text_format.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

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

constexpr JsonForm kForm{};

void write_step(JsonWriter json, const EpochSpan& run, const StepResult& step) {
    const EpochSpan span = time_span(run, step);
    json.member(
        "name",
        one_line(step.id) + (step.attempt > 1 ? fmt::format(", attempt {}", step.attempt) : ""));
    json.member("status", allure_status(step.verdict));
    json.member("stage", std::string_view("finished"));
    json.member("start", span.start);
    json.member("stop", span.stop);
    if (step.findings.empty()) return;
    json.group("statusDetails", [&](JsonWriter& details) {
        details.member("message", finding_line(step.findings.front()));
    });
}

void write_label(JsonWriter json, std::string_view name, std::string_view value) {
    json.member("name", name);
    json.member("value", value);
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

void write_labels(JsonWriter labels, const CaseEntry& entry, const RequirementIndex& index) {
    labels.start_array();
    write_label(labels.append(), "framework", "plumbline");
    write_label(labels.append(), "parentSuite", entry.area);
    if (!entry.suite.empty()) write_label(labels.append(), "suite", entry.suite);
    if (entry.scenario == nullptr) return;
    std::vector<std::string> ids = requirement_ids(*entry.scenario);
    write_label(labels.append(), "severity", allure_severity(ids, index));
    if (ids.size() > kMaxTags) ids.resize(kMaxTags);
    for (const std::string& id : ids) write_label(labels.append(), "tag", id);
}

void write_details(JsonWriter& details, const RunResult& result, const CaseEntry& entry) {
    details.member("message", entry.message);
    if (entry.known) {
        details.member("known", true);
        details.member("muted", true);  // it does not fail the run
    }
    if (entry.scenario != nullptr && entry.verdict != Verdict::kSkipped)
        details.member("trace", render_scenario(*entry.scenario, result.requirements, {}));
}

void write_steps(JsonWriter steps, const EpochSpan& run, const ScenarioResult& scenario) {
    steps.start_array();
    const std::size_t count = std::min(scenario.steps.size(), kMaxAllureSteps);
    for (std::size_t i = 0; i < count; ++i) write_step(steps.append(), run, scenario.steps[i]);
}

FolderFile case_file(const RunResult& result,
                     const EpochSpan& run,
                     const CaseEntry& entry,
                     const RequirementIndex& index) {
    const EpochSpan span = time_span(run, entry);
    const std::string uuid =
        uuid_of(fmt::format("{}\n{}\n{}", entry.id(), result.started, result.seed));
    // Neither the seed nor the time: they would make each run a test of its own.
    const std::string id = uuid_of(entry.id());
    FolderFile file{uuid + "-result.json", {}};
    {
        JsonWriter json(file.text, kForm);
        json.member("uuid", uuid);
        json.member("historyId", id);
        json.member("testCaseId", id);
        json.member("fullName", entry.id());
        json.member("name", entry.name);
        json.member("status", allure_status(entry.verdict));
        json.member("stage", std::string_view("finished"));
        json.member("start", span.start);
        json.member("stop", span.stop);
        write_labels(json.child("labels"), entry, index);
        if (entry.verdict != Verdict::kPassed)
            json.group("statusDetails",
                       [&](JsonWriter& details) { write_details(details, result, entry); });
        if (entry.scenario != nullptr) {
            json.member("description", one_line(entry.scenario->summary, kMaxReason));
            write_steps(json.child("steps"), run, *entry.scenario);
        }
    }
    file.text += '\n';
    return file;
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
    for (const CaseEntry& entry : case_entries(result))
        files.push_back(case_file(result, run, entry, index));
    return files;
}

}  // namespace plumbline::reports

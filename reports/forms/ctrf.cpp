// Renders the run as CTRF (Common Test Report Format).

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::reports {
namespace {

constexpr std::size_t kMaxCtrfSteps = 200;  ///< of a test

std::string_view ctrf_status(Verdict verdict, bool known) {
    if (known) return "other";
    if (fails_run(verdict)) return "failed";
    return verdict == Verdict::kSkipped ? "skipped" : "passed";
}

Json ctrf_steps(const ScenarioResult& scenario) {
    Json steps = Json::array();
    for (const StepResult& step : scenario.steps) {
        if (steps.size() == kMaxCtrfSteps) break;
        steps.push_back(
            {{"name", one_line(step.id)},
             {"status", ctrf_status(step.verdict, step.verdict == Verdict::kDeviated)},
             {"extra", {{"verdict", to_text(step.verdict)}, {"attempt", step.attempt}}}});
    }
    return steps;
}

Json ctrf_test(const RunResult& result, const EpochSpan& run, const CaseEntry& entry) {
    const EpochSpan span = time_span(run, entry);
    Json suite = Json::array({entry.area});
    if (!entry.suite.empty()) suite.push_back(entry.suite);
    Json test{{"testId", fmt::format("{:016x}", fingerprint(entry.id()))},
              {"name", entry.name},
              {"status", ctrf_status(entry.verdict, entry.known)},
              {"rawStatus", to_text(entry.verdict)},
              {"duration", span.stop - span.start},
              {"start", span.start},
              {"stop", span.stop},
              {"suite", std::move(suite)}};
    if (!entry.message.empty()) test["message"] = entry.message;
    if (const std::string path = repository_path(result, entry.where); !path.empty()) {
        test["filePath"] = path;
        test["line"] = entry.where.line;
    }
    if (entry.scenario == nullptr) return test;
    test["tags"] = requirement_ids(*entry.scenario);
    if (entry.verdict == Verdict::kPassed || entry.verdict == Verdict::kSkipped) return test;
    test["trace"] = render_scenario(*entry.scenario, result.requirements, {});
    test["steps"] = ctrf_steps(*entry.scenario);
    return test;
}

Json ctrf_summary(const std::vector<CaseEntry>& entries, const EpochSpan& run) {
    Json summary{{"tests", entries.size()}, {"start", run.start}, {"stop", run.stop}};
    for (const std::string_view status : {"passed", "failed", "skipped", "pending", "other"}) {
        summary[std::string(status)] =
            std::count_if(entries.begin(), entries.end(), [&](const CaseEntry& entry) {
                return ctrf_status(entry.verdict, entry.known) == status;
            });
    }
    return summary;
}

}  // namespace

std::string render_ctrf(const RunResult& result) {
    const std::vector<CaseEntry> entries = case_entries(result);
    const EpochSpan run = time_span(result);
    Json tests = Json::array();
    for (const CaseEntry& entry : entries) tests.push_back(ctrf_test(result, run, entry));
    const Json report{
        {"reportFormat", "CTRF"},
        {"specVersion", "0.0.0"},
        {"timestamp", result.started},
        {"generatedBy", "plumbline"},
        {"results",
         {{"tool", {{"name", "plumbline"}, {"version", result.tool_version}}},
          {"summary", ctrf_summary(entries, run)},
          {"tests", std::move(tests)},
          {"environment",
           {{"testEnvironment", one_line(result.target)},
            {"extra",
             {{"seed", std::to_string(result.seed)}, {"exit_code", result.exit_code()}}}}}}}};
    return to_pretty_text(report) + '\n';
}

}  // namespace plumbline::reports

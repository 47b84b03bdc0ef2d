// Renders the run as CTRF (Common Test Report Format).

#include "reports/forms/case_entries.hpp"
#include "reports/forms/forms.hpp"
#include "reports/json_members.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

constexpr std::size_t kMaxCtrfSteps = 200;  ///< of a test

std::string_view ctrf_status(Verdict verdict, bool known) {
    if (known) return "other";
    if (fails_run(verdict)) return "failed";
    return verdict == Verdict::kSkipped ? "skipped" : "passed";
}

void write_steps(JsonWriter steps, const ScenarioResult& scenario) {
    steps.start_array();
    const std::size_t count = std::min(scenario.steps.size(), kMaxCtrfSteps);
    for (std::size_t i = 0; i < count; ++i) {
        const StepResult& step = scenario.steps[i];
        JsonWriter json = steps.append();
        json.member("name", one_line(step.id));
        json.member("status", ctrf_status(step.verdict, step.verdict == Verdict::kDeviated));
        json.group("extra", [&](JsonWriter& extra) {
            extra.member("verdict", to_text(step.verdict));
            extra.member("attempt", step.attempt);
        });
    }
}

void write_test(JsonWriter test,
                const RunResult& result,
                const EpochSpan& run,
                const CaseEntry& entry) {
    const EpochSpan span = time_span(run, entry);
    std::vector<std::string> suite{entry.area};
    if (!entry.suite.empty()) suite.push_back(entry.suite);
    test.member("testId", fmt::format("{:016x}", fingerprint(entry.id())));
    test.member("name", entry.name);
    test.member("status", ctrf_status(entry.verdict, entry.known));
    test.member("rawStatus", to_text(entry.verdict));
    test.member("duration", span.stop - span.start);
    test.member("start", span.start);
    test.member("stop", span.stop);
    test.member("suite", suite);
    test.optional_member("message", entry.message);
    if (const std::string path = repository_path(result, entry.where); !path.empty()) {
        test.member("filePath", path);
        test.member("line", entry.where.line);
    }
    if (entry.scenario == nullptr) return;
    test.member("tags", requirement_ids(*entry.scenario));
    if (entry.verdict == Verdict::kPassed || entry.verdict == Verdict::kSkipped) return;
    test.member("trace", render_scenario(*entry.scenario, result.requirements, {}));
    write_steps(test.child("steps"), *entry.scenario);
}

void write_summary(JsonWriter& summary,
                   const std::vector<CaseEntry>& entries,
                   const EpochSpan& run) {
    summary.member("tests", entries.size());
    for (const std::string_view status : {"passed", "failed", "skipped", "pending", "other"}) {
        summary.member(status,
                       std::count_if(entries.begin(), entries.end(), [&](const CaseEntry& entry) {
                           return ctrf_status(entry.verdict, entry.known) == status;
                       }));
    }
    summary.member("start", run.start);
    summary.member("stop", run.stop);
}

void write_results(JsonWriter& results, const RunResult& result) {
    const std::vector<CaseEntry> entries = case_entries(result);
    const EpochSpan run = time_span(result);
    results.group("tool", [&](JsonWriter& tool) {
        tool.member("name", std::string_view("plumbline"));
        tool.member("version", result.tool_version);
    });
    results.group("summary", [&](JsonWriter& summary) { write_summary(summary, entries, run); });
    {
        JsonWriter tests = results.child("tests");
        tests.start_array();
        for (const CaseEntry& entry : entries) write_test(tests.append(), result, run, entry);
    }
    results.group("environment", [&](JsonWriter& environment) {
        environment.member("testEnvironment", one_line(result.target));
        environment.group("extra", [&](JsonWriter& extra) {
            extra.member("seed", std::to_string(result.seed));
            extra.member("exit_code", result.exit_code());
        });
    });
}

}  // namespace

std::string render_ctrf(const RunResult& result) {
    constexpr JsonForm kTestForm{.list_depth = 2};
    std::string text;
    {
        JsonWriter report(text, kTestForm);
        report.member("reportFormat", std::string_view("CTRF"));
        report.member("specVersion", std::string_view("0.0.0"));
        report.member("timestamp", result.started);
        report.member("generatedBy", std::string_view("plumbline"));
        report.group("results", [&](JsonWriter& results) { write_results(results, result); });
    }
    return text + '\n';
}

}  // namespace plumbline::reports

#pragma once
// A small run with every verdict and every outcome, for tests of the report formats.

#include "reports/result.hpp"
#include "spec/base/unwrapped_text.hpp"
#include "spec/json/testing.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::reports {

/// Returns the value of result.json.
inline Json to_json(const RunResult& result) {
    return json_of(json_text(result));
}

inline Finding sample_finding(Verdict verdict,
                              std::string requirement,
                              std::string expected,
                              std::string got) {
    Finding finding;
    finding.code = "status";
    finding.verdict = verdict;
    if (!requirement.empty()) finding.requirements.push_back(std::move(requirement));
    finding.where = {"conformance/suites/deployments.arazzo.yaml", 120, 11};
    finding.expected = std::move(expected);
    finding.got = std::move(got);
    return finding;
}

inline DeviationEntry sample_deviation(std::string requirement, int line) {
    DeviationEntry entry;
    entry.requirement = std::move(requirement);
    entry.scenario = "deployments/create/*";
    entry.code = "status";
    entry.reason = "the release of June accepts more";
    entry.issue = "https://issues.example/12";
    entry.owner = "deployments team";
    entry.until = "2026-06-30";
    entry.where = {"deviations.yaml", line, 3};
    return entry;
}

/// Returns a finding with the entry that covers it.
inline Finding sample_deviated_finding(Verdict verdict,
                                       const DeviationEntry& entry,
                                       std::string expected,
                                       std::string got) {
    Finding finding =
        sample_finding(verdict, entry.requirement, std::move(expected), std::move(got));
    finding.deviations = {entry};
    return finding;
}

/// Returns an entry of each status.
inline std::vector<DeviationResult> sample_deviations() {
    DeviationResult other{
        sample_deviation("CP-LIST-9", 50), DeviationStatus::kOtherTarget, "", 0, {}};
    other.entry.scope = "https://eu.example*";
    other.entry.scenario.clear();
    DeviationResult not_exercised{sample_deviation("AS-JOIN-1", 40),
                                  DeviationStatus::kNotExercised,
                                  "stream/join was not run",
                                  0,
                                  {}};
    not_exercised.entry.code.clear();
    return {{sample_deviation("CP-PATCH-1", 10),
             DeviationStatus::kApplied,
             "covers 1 finding, in deployments/create/path",
             1,
             {"deployments/create/path"}},
            {sample_deviation("CP-READ-1", 20), DeviationStatus::kFixed, "remove the entry", 0, {}},
            {sample_deviation("CP-PATCH-2", 30),
             DeviationStatus::kExpired,
             "it expired on 2026-06-30 & fails",
             0,
             {}},
            not_exercised,
            other};
}

inline ExchangeRecord sample_exchange() {
    ExchangeRecord exchange;
    exchange.method = "PATCH";
    exchange.url = "http://127.0.0.1:8080/v2/deployments/1";
    exchange.status = 200;
    exchange.started_ms = 1.5;
    exchange.took_ms = 2.25;
    exchange.curl =
        R"(curl -X PATCH 'http://127.0.0.1:8080/v2/deployments/1' -H "X-Api-Key: $PLUMBLINE_API_KEY")"
        R"( --data-raw '{"name":"b"}')";
    exchange.response_excerpt = R"({"id":"1","name":"b <&> ü"})";
    return exchange;
}

inline StepResult sample_step(std::string id, std::vector<Finding> findings) {
    StepResult step;
    step.id = std::move(id);
    step.where = {"conformance/suites/deployments.arazzo.yaml", 118, 7};
    step.exchanges.push_back(sample_exchange());
    step.findings = std::move(findings);
    if (!step.findings.empty()) step.verdict = step.findings.front().verdict;
    return step;
}

inline ScenarioResult sample_scenario(std::string name,
                                      Verdict verdict,
                                      std::vector<StepResult> steps = {}) {
    ScenarioResult scenario;
    scenario.name = std::move(name);
    scenario.summary = "A summary of the scenario";
    scenario.area = scenario.name.rfind("stream", 0) == 0 ? "agent_streaming" : "control_plane";
    scenario.verdict = verdict;
    scenario.where = {"conformance/suites/deployments.arazzo.yaml", 100, 5};
    scenario.took_ms = 31.4;
    scenario.steps = std::move(steps);
    return scenario;
}

inline RequirementResult sample_requirement(std::string id,
                                            std::string statement,
                                            std::string outcome) {
    RequirementResult requirement;
    requirement.area = id.rfind("AS-", 0) == 0 ? "agent_streaming" : "control_plane";
    requirement.id = std::move(id);
    requirement.section = "Patch a deployment";
    requirement.statement = std::move(statement);
    requirement.basis = "stated";
    requirement.checkable = "black_box";
    requirement.outcome = std::move(outcome);
    return requirement;
}

inline ScenarioResult sample_failure() {
    std::vector<Finding> findings = {
        sample_finding(Verdict::kWarned, "CP-PATCH-2", "body of the status 400", "no body"),
        sample_finding(Verdict::kFailed, "CP-PATCH-1", "status 400 or 422", "200"),
        sample_finding(Verdict::kFailed, "", "a \"quoted\"\nvalue", "\x1b[31m<b>&\x01")};
    findings[1].note = "name is immutable: compare with the stored record before writing";
    StepResult step = sample_step("rename", std::move(findings));
    step.verdict = Verdict::kFailed;
    step.attempt = 2;
    step.omitted_attempts = 1;
    step.action = "end";
    step.verified = {"CP-READ-1"};
    return sample_scenario(
        "deployments/patch/name-is-immutable", Verdict::kFailed, {sample_step("create", {}), step});
}

/// Returns a failure with a name and a text of its own.
inline ScenarioResult sample_failure_of(int number, const std::string& expected) {
    ScenarioResult scenario = sample_failure();
    scenario.name = "many/" + std::to_string(number);
    for (Finding& finding : scenario.steps[1].findings) finding.expected = expected;
    return scenario;
}

inline ScenarioResult sample_stream() {
    StepResult step = sample_step(
        "run",
        {sample_finding(
            Verdict::kFailed, "", "a last chunk of size 0 at the end of the stream", "none")});
    step.findings.front().code = "C4-terminator";
    step.exchanges.front().streams.push_back(
        {12,
         1'024,
         3.25,
         "closed",
         {{3.25, "metadata", "", 40}, {5.5, "values", "values", 120}},
         {{"C4-terminator", 5.75, 2, 160, 156, "0d0a0d0a"}}});
    step.exchanges.front().response_excerpt = "event: metadata\ndata: {}\n\n";
    return sample_scenario("streams/modes/values", Verdict::kFailed, {std::move(step)});
}

inline RunResult sample_result() {
    RunResult result;
    result.tool_version = "0.1.0";
    result.target = "http://127.0.0.1:8080";
    result.started = "2026-01-02T03:04:05.000000Z";
    result.took_ms = 12'345.6;
    result.seed = 18'446'744'073'709'551'615U;

    ScenarioResult skipped = sample_scenario("stream/pause", Verdict::kSkipped);
    skipped.reason = "needs control";
    ScenarioResult not_run = sample_scenario("stream/join", Verdict::kNotRun);
    not_run.reason = "GET http://127.0.0.1:8080/x: the connection was refused";
    ScenarioResult replayed = sample_scenario(
        "deployments/create/minimal", Verdict::kPassed, {sample_step("create", {})});
    replayed.replayed = "the runner itself stalled for 2.5 s when it was first played";
    result.scenarios = {
        replayed,
        sample_failure(),
        sample_scenario(
            "deployments/list/shape",
            Verdict::kObserved,
            {sample_step(
                "list",
                {sample_finding(Verdict::kObserved, "CP-LIST-9", "array or object", "object")})}),
        sample_scenario(
            "deployments/patch/cpu-decimals",
            Verdict::kWarned,
            {sample_step("patch",
                         {sample_finding(Verdict::kWarned, "CP-PATCH-2", "rounded", "1.234")})}),
        sample_scenario(
            "deployments/create/path",
            Verdict::kDeviated,
            {sample_step(
                "create",
                {sample_deviated_finding(
                    Verdict::kDeviated, sample_deviation("CP-PATCH-1", 10), "422", "201")})}),
        sample_scenario("deployments/create/type",
                        Verdict::kFixed,
                        {sample_step("create",
                                     {sample_deviated_finding(Verdict::kFixed,
                                                              sample_deviation("CP-READ-1", 20),
                                                              "the known deviation",
                                                              "none")})}),
        skipped,
        not_run,
    };
    result.requirements = {
        sample_requirement("CP-READ-1", "A deployment can be read by its id", "verified"),
        sample_requirement("CP-PATCH-1", "A patch never changes the name", "failed"),
        sample_requirement("CP-PATCH-2", "A refusal states its reason", "warned"),
        sample_requirement("CP-LIST-9", "The list has some shape", "observed"),
        sample_requirement("AS-JOIN-1", "A run can be joined", "not_exercised"),
        sample_requirement("AS-NOTE-1", "Webhooks exist", "not_checkable"),
        sample_requirement("CP-AT-ONCE", "A limited number runs at a time", "observed"),
        sample_requirement("CP-PATH-1", "A path is checked", "deviated"),
    };
    result.requirements[1].scenarios = {"deployments/patch/name-is-immutable"};
    result.requirements[4].missing = "needs control";
    result.requirements[4].reason = "the scenario that checks it was skipped: needs control";
    result.requirements[5].reason = "needs an endpoint that the description does not state";
    result.requirements[6].reason = "contradiction: observed 45";
    result.gates = {{"--min-verified 1", "1 of 6 checkable requirements are verified (16 %)", true},
                    {"--require AS-JOIN-1", "AS-JOIN-1 is not_exercised (needs control)", false}};
    result.connections = {
        {"http://127.0.0.1:8080", "", "", "", "", ""},
        {"https://api.example", "http://proxy:3128", "HTTPS_PROXY", "/ca.pem", "--ca-file", ""}};
    result.unjudged = {"api.yaml:12:3: the pattern \"^(?!x)\" uses lookahead; write it without"};
    result.notes = {
        "the target answered 429 to 37 requests; waited 41 s in total; rate lowered to 2.5/s"};
    result.transitions = {{"revision",
                           {{"QUEUED", "BUILDING", "timer", 12},
                            {"BUILDING", "DEPLOYED", "timer", 11},
                            {"BUILDING", "BUILD_FAILED", "fails_to_build", 0}}},
                          {"untouched", {{"A", "B", "timer", 0}}}};
    result.sources = {
        {{"conformance/suites/deployments.arazzo.yaml", 119, 1}, {"criteria:", "  - status 400"}}};
    result.deviations = sample_deviations();
    result.files = {{"deviations.yaml", "tests/deviations.yaml"}};
    return result;
}

}  // namespace plumbline::reports

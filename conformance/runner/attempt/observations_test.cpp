// Observations in the result of a run.

#include "conformance/monitors/jobs_fixture.hpp"
#include "conformance/runner/access/scenario_needs.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::shared_ptr<const workflow::Suite> jobs_suite(const std::string& workflows) {
    const auto document = parse_yaml(
        "arazzo: 1.1.0\ninfo: { title: t, version: '1' }\nsourceDescriptions:\n"
        "  - { name: bulk_export, type: openapi, url: api.yaml }\nworkflows:\n" +
            workflows,
        "suite.yaml");
    EXPECT_THAT(document, IsOk());
    const auto loaded = workflow::load_suite(
        *document, [](const std::string&, const std::string&, const std::string&) {
            return ApiDocument::load("bulk_export",
                                     yaml_document(monitors::kJobsApi),
                                     {SchemaStrictness::kClosed, kTestExtensions});
        });
    for (const Error& error : loaded.diagnostics.errors) ADD_FAILURE() << to_text(error);
    return loaded.suite;
}

/// A workflow that lists the runs of the job `j`; `members` follow in the step.
std::string lister(const std::string& id, const std::string& members = "") {
    return "  - workflowId: " + id + R"(
    steps:
      - stepId: runs
        operationId: listRuns
        parameters: [ { name: job_id, in: path, value: j } ]
        successCriteria:
          - condition: $statusCode == 200
)" + members;
}

std::string canceller(const std::string& id, const std::string& job) {
    return "  - workflowId: " + id + R"(
    inputs:
      type: object
      required: [cancel_export_id]
      properties: { cancel_export_id: { type: string } }
    steps:
      - stepId: cancel
        operationId: cancelJob
        parameters: [ { name: job_id, in: path, value: )" +
           job + R"( } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";
}

class StepObservations : public ::testing::Test {
  protected:
    void SetUp() override {
        target_.base_urls["bulk_export"] = "http://127.0.0.1:1";
        Requirement runs;
        runs.id = "J-RUNS";
        runs.area = "bulk_export";
        runs.basis = Basis::kImplied;
        runs.contradiction = {"4", "2"};
        ledger_.requirements.push_back(runs);
        running(3);
        fake_.on("PATCH /jobs/mine", {{200, R"({"id":"mine"})"}});
    }

    void running(int count) {
        Json items = Json::array();
        for (int i = 0; i < count; ++i)
            items.push_back({{"id", std::to_string(i)}, {"status", "RUNNING"}});
        fake_.on("GET /jobs/j/runs", {{200, items.dump()}});
    }

    reports::RunResult play_all(const std::string& workflows) {
        ManualClock clock;
        RunOptions options;
        options.jobs = 1;
        fake_.clock = &clock;
        return run_suites(target_,
                          {jobs_suite(workflows)},
                          ledger_,
                          options,
                          [this] { return fake_.send(); },
                          clock,
                          {});
    }

    FakeTarget fake_;
    Target target_ = things_target();
    Ledger ledger_;
};

TEST_F(StepObservations, ReportListObservationsOncePerRun) {
    const auto result = play_all(lister("one") + lister("two"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("runs/max-observed"));
    EXPECT_THAT(finding_codes(result.scenarios[1]), IsEmpty());
    EXPECT_EQ(result.scenarios[1].steps[0].verdict, Verdict::kPassed);
    EXPECT_EQ(result.requirements[0].outcome, "observed");
    EXPECT_EQ(result.requirements[0].reason, "contradiction: observed 3");
    EXPECT_EQ(result.exit_code(), 0);
}

TEST_F(StepObservations, FailIfBothLimitsAreExceeded) {
    running(5);
    const auto result = play_all(lister("one"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("runs/history-at_most"));
    EXPECT_EQ(result.requirements[0].outcome, "failed");
}

TEST_F(StepObservations, ReportAValue) {
    running(0);
    const auto result = play_all(lister(
        "one", "        x-ct-observe: [ { question: J-RUNS, value: '{$statusCode} at once' } ]\n"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    ASSERT_EQ(result.scenarios[0].steps[0].findings.size(), 1U);
    EXPECT_EQ(result.scenarios[0].steps[0].findings[0].expected, "4 or 2");
    EXPECT_EQ(result.requirements[0].reason, "contradiction: observed 200 at once");
}

TEST_F(StepObservations, ReportNoValueIfTheStepFails) {
    fake_.on("GET /jobs/j/runs", {{404, "{}"}});
    const auto result =
        play_all(lister("one", "        x-ct-observe: [ { question: J-RUNS, value: 4 } ]\n"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), Not(Contains("runs/contradiction")));
    EXPECT_EQ(result.requirements[0].outcome, "not_exercised");
}

TEST_F(StepObservations, NameAMissingValue) {
    running(0);
    const auto result = play_all(lister(
        "one", "        x-ct-observe: [ { question: J-RUNS, value: $response.body#/0/n } ]\n"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("runs/observation"));
    EXPECT_THAT(result.scenarios[0].steps[0].findings[0].got, HasSubstr("$response.body#/0/n"));
}

TEST_F(StepObservations, AcceptOtherNamesAndReportThemOnce) {
    ledger_.requirements.push_back(
        {"J-ROWS", "bulk_export", "s", "t", Basis::kStated, Checkability::kPassive, "", {}});
    fake_.on("GET /jobs/j/runs",
             {{200, R"([{"id":"r","row_count":7},{"id":"s","row_count":1}])"},
              {200, R"([{"id":"r","row_count":5},{"id":"s","row_count":1}])"}});
    const auto result = play_all(lister("one") + lister("two"));
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("runs/accepted-name"));
    const auto& step = result.scenarios[0].steps[0];
    EXPECT_EQ(step.findings[0].verdict, Verdict::kObserved);
    EXPECT_EQ(step.findings[0].expected, "/*/rows in the response of listRuns");
    EXPECT_EQ(step.findings[0].got, "row_count");
    EXPECT_THAT(step.findings[0].requirements, ElementsAre("J-NAMES"));
    EXPECT_THAT(step.exchanges[0].response_excerpt, HasSubstr("row_count"));
    EXPECT_THAT(finding_codes(result.scenarios[1]), ElementsAre("runs/history-monotonic"));
}

TEST_F(StepObservations, UseTheTargetsOwnLimit) {
    fake_.on("GET /jobs/j/runs",
             {{200, R"([{"id":"r","errors":{"try_0":"","try_1":"","try_2":"","try_3":""}}])"}});
    EXPECT_THAT(finding_codes(play_all(lister("one")).scenarios[0]),
                ElementsAre("runs/history-numbered"));
    target_.limits["tries"] = 3;
    EXPECT_THAT(finding_codes(play_all(lister("one")).scenarios[0]), IsEmpty());
}

TEST_F(StepObservations, ChangeOnlyTheExportThatTheTargetNames) {
    const std::string workflows =
        canceller("named", "$inputs.cancel_export_id") + canceller("other", "j");
    EXPECT_THAT(play_all(workflows).scenarios[0].reason,
                HasSubstr("name one that may be cancelled in the target profile"));
    target_.exports.cancel_export_id = "mine";
    const auto result = play_all(workflows);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_EQ(result.scenarios[1].verdict, Verdict::kSkipped);
    EXPECT_THAT(result.scenarios[1].reason, HasSubstr("another export"));
    EXPECT_THAT(fake_.calls(), ElementsAre("PATCH /jobs/mine"));
}

TEST_F(StepObservations, NoSettingAllowsAChangeOfAnotherExport) {
    target_.exports.cancel_export_id = "mine";
    const std::string workflows =
        canceller("named", "$inputs.cancel_export_id") + canceller("other", "j");
    const auto needs = scenario_needs({jobs_suite(workflows)}, {}, target_);
    EXPECT_EQ(needs[0].other, "");
    EXPECT_THAT(needs[1].other, HasSubstr("another export"));
}

TEST_F(StepObservations, ChangeNoExportWithoutPermission) {
    target_.exports.cancel_export_id = "mine";
    target_.allow_writes = false;
    const auto result = play_all(canceller("named", "$inputs.cancel_export_id"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kSkipped);
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("--allow-writes"));
    EXPECT_THAT(fake_.calls(), IsEmpty());
}

TEST_F(StepObservations, ChangeNoOtherExportWhateverTheInputIs) {
    target_.exports.cancel_export_id = "mine";
    ManualClock clock;
    RunOptions options;
    options.inputs = std::make_shared<const Json>(Json{{"cancel_export_id", "j"}});
    const auto result = run_suites(target_,
                                   {jobs_suite(canceller("named", "$inputs.cancel_export_id"))},
                                   ledger_,
                                   options,
                                   [this] { return fake_.send(); },
                                   clock,
                                   {});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kNotRun);
    EXPECT_THAT(fake_.calls(), IsEmpty());
}

}  // namespace
}  // namespace plumbline::runner

// Findings of the monitors in the result of a run.

#include "conformance/monitors/testing.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A workflow that creates a thing and reads it.
std::string writer(const std::string& id) {
    return "  - workflowId: " + id + R"(
    inputs: { type: object, properties: { note: { format: password, default: hidden } } }
    steps:
      - stepId: create
        operationId: createThing
        requestBody: { contentType: application/json, payload: { note: $inputs.note } }
        successCriteria: [ { condition: $statusCode == 201 } ]
      - stepId: get
        operationId: getThing
        parameters: [ { name: thing_id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";
}

std::shared_ptr<const workflow::Suite> watched_suite(const std::string& workflows) {
    const auto document = parse_yaml(
        "arazzo: 1.1.0\ninfo: { title: t, version: '1' }\nsourceDescriptions:\n"
        "  - { name: api, type: openapi, url: api.yaml }\nworkflows:\n" +
            workflows,
        "suite.yaml");
    EXPECT_THAT(document, IsOk());
    return workflow::load_suite(*document,
                                [](const std::string&, const std::string&, const std::string&) {
                                    return load_api(monitors::kMonitoredApi);
                                })
        .suite;
}

class MonitoredRun : public ::testing::Test {
  protected:
    void SetUp() override {
        target_.base_urls["api"] = "http://127.0.0.1:1";
        ledger_.requirements.push_back(
            {"T-SAME", "api", "s", "t", Basis::kAssumed, Checkability::kPassive, "", {}});
        ledger_.requirements.push_back(
            {"T-UNIQUE", "api", "s", "t", Basis::kStated, Checkability::kPassive, "", {}});
        respond_with("hidden", "hidden");
    }

    void respond_with(const std::string& created, const std::string& shown) {
        fake_.on("POST /things", {{201, R"({"id":"a","note":")" + created + "\"}"}});
        fake_.on("GET /things/a", {{200, R"({"id":"a","note":")" + shown + "\"}"}});
    }

    reports::RunResult play_all(const std::string& workflows) {
        ManualClock clock;
        RunOptions options;
        options.jobs = 1;
        options.areas = {"api"};
        fake_.clock = &clock;
        return run_suites(target_,
                          {watched_suite(workflows)},
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

TEST_F(MonitoredRun, VerifiesRequirements) {
    const auto result = play_all(writer("one"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_THAT(result.scenarios[0].steps[1].verified, Contains("T-SAME"));
    EXPECT_EQ(result.requirements[0].outcome, "verified");
}

TEST_F(MonitoredRun, ReportsAtTheLaterStepByTheRequirementsBasis) {
    respond_with("first", "other");
    const auto result = play_all(writer("one"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kWarned);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("get/history-matches_write"));
    EXPECT_THAT(result.scenarios[0].steps[1].findings[0].note,
                HasSubstr("earlier: POST http://127.0.0.1:1/things (step create"));
    EXPECT_THAT(result.scenarios[0].steps[1].exchanges[0].curl, HasSubstr("/things/a"));
    EXPECT_EQ(result.requirements[0].outcome, "warned");
}

TEST_F(MonitoredRun, ContinuesAfterAFinding) {
    ledger_.requirements[0].basis = Basis::kStated;
    respond_with("first", "other");
    const auto result = play_all(writer("one") + R"(      - stepId: again
        operationId: getThing
        parameters: [ { name: thing_id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)");
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create", "get", "again"));
}

TEST_F(MonitoredRun, ShowsNoSecrets) {
    respond_with("hidden", "other");
    const auto result = play_all(writer("one"));
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("get/history-matches_write"));
    EXPECT_THAT(reports::json_text(result), Not(HasSubstr("hidden")));
}

TEST_F(MonitoredRun, AcceptsStaleReadsWithinTheConsistencyWait) {
    respond_with("first", "other");
    target_.consistency_wait = std::chrono::seconds(5);
    EXPECT_THAT(finding_codes(play_all(writer("one")).scenarios[0]), IsEmpty());
}

TEST_F(MonitoredRun, ComparesTheScenariosOfARealTarget) {
    const auto result = play_all(writer("one") + writer("two"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_EQ(result.scenarios[1].verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(result.scenarios[1]), ElementsAre("create/history-identity"));
}

}  // namespace
}  // namespace plumbline::runner

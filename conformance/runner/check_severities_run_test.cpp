// Changed severities of checks in a run: verdicts, what is played next, and what is verified.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::RunResult;
using reports::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using verdicts::CheckSeverity;

/// A create whose status member the criterion requires to be NEW, then a read.
const std::string kCreateAndRead = R"(  - workflowId: life
    steps:
      - stepId: create
        operationId: createThing
        successCriteria:
          - { condition: $statusCode == 201, x-ct-verifies: [T-CREATE] }
          - { context: $response.body#/status, condition: '^NEW$', type: regex, x-ct-verifies: [T-NEW] }
        outputs: { id: $response.body#/id }
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
)";

class CheckSeveritiesRun : public ::testing::Test {
  protected:
    void SetUp() override {
        create({201, R"({"id":"a","status":"DONE"})"});
        fake_.on("GET /things/a", {{200, R"({"id":"a"})"}});
        for (const char* id : {"T-CREATE", "T-NEW"}) {
            ledger_.requirements.emplace_back().id = id;
            ledger_.requirements.back().area = "things";
        }
    }

    void create(const FakeTarget::FakeResponse& response) { fake_.on("POST /things", {response}); }

    RunResult played(verdicts::CheckSeverities severities) {
        RunOptions options;
        options.severity.checks = std::move(severities);
        options.areas = {"things"};
        return play(kCreateAndRead, fake_, options, ledger_);
    }

    static std::vector<std::string> outcomes(const RunResult& result) {
        std::vector<std::string> texts;
        for (const auto& row : result.requirements) texts.push_back(row.outcome);
        return texts;
    }

    FakeTarget fake_;
    Ledger ledger_;
};

TEST_F(CheckSeveritiesRun, WarnAndContinue) {
    const RunResult result = played({{"criterion", CheckSeverity::kWarn}});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kWarned);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create", "read"));
    EXPECT_EQ(result.scenarios[0].steps[0].findings.at(0).verdict, Verdict::kWarned);
    EXPECT_THAT(outcomes(result), ElementsAre("verified", "warned"));
    EXPECT_THAT(result.severity, ElementsAre(Pair("criterion", "warn")));
    EXPECT_EQ(result.exit_code(), 0);
}

TEST_F(CheckSeveritiesRun, IgnoreAndVerifyNothingByIt) {
    const RunResult result = played({{"criterion", CheckSeverity::kIgnore}});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create", "read"));
    EXPECT_THAT(result.scenarios[0].steps[0].findings, IsEmpty());
    EXPECT_THAT(outcomes(result), ElementsAre("not_exercised", "not_exercised"));
}

TEST_F(CheckSeveritiesRun, LeaveOtherChecksAlone) {
    for (const CheckSeverity severity : {CheckSeverity::kWarn, CheckSeverity::kIgnore}) {
        const RunResult result = played({{"status", severity}, {"schema", severity}});
        EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
        EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create"));
        EXPECT_THAT(outcomes(result), ElementsAre("not_exercised", "failed"));
    }
}

TEST_F(CheckSeveritiesRun, IgnoreAContractCheckOfAStepWithoutCriteria) {
    create({201, R"({"id":"a","status":"NEW"})"});
    fake_.on("GET /things/a", {{299, R"({"id":"a"})"}});
    EXPECT_EQ(played({}).scenarios[0].verdict, Verdict::kFailed);
    EXPECT_EQ(played({{"status", CheckSeverity::kWarn}}).scenarios[0].verdict, Verdict::kWarned);
    const RunResult result = played({{"status", CheckSeverity::kIgnore}});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_THAT(outcomes(result), Contains("verified"));
}

}  // namespace
}  // namespace plumbline::runner

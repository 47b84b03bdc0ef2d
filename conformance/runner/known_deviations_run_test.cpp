// Known deviations in a run: what they change in verdicts, and that the rest is still checked.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::DeviationEntry;
using reports::DeviationStatus;
using reports::RunResult;
using reports::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A create whose status is T-CREATE and whose status member is T-NEW.
const std::string kDeviatingCreate = R"(      - stepId: create
        operationId: createThing
        successCriteria:
          - { condition: $statusCode == 201, x-ct-verifies: [T-CREATE] }
          - { context: $response.body#/status, condition: '^NEW$', type: regex, x-ct-verifies: [T-NEW] }
        onFailure: [ { name: nothing, type: end } ]
        outputs: { id: $response.body#/id }
)";
const std::string kReadCreated = R"(      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        x-ct-verifies: [T-READ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";
const std::string kDeleteCreated = R"(      - stepId: cleanup
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 204 } ]
)";

std::string scenario(const std::string& id,
                     const std::string& steps,
                     const std::string& more = "") {
    return "  - workflowId: " + id + "\n" + more + "    steps:\n" + steps;
}

DeviationEntry entry_of(std::string requirement, std::string code = "") {
    DeviationEntry entry;
    entry.requirement = std::move(requirement);
    entry.code = std::move(code);
    entry.reason = "known";
    entry.where = {"d.yaml", 1, 3};
    return entry;
}

class KnownDeviationsRun : public ::testing::Test {
  protected:
    void SetUp() override {
        create({201, R"({"id":"a","status":"DONE"})"});
        fake_.on("GET /things/a", {{200, R"({"id":"a"})"}});
        fake_.on("DELETE /things/a", {{204, "", {}}});
        for (const char* id : {"T-CREATE", "T-NEW", "T-READ", "T-CALL"}) {
            ledger_.requirements.emplace_back().id = id;
            ledger_.requirements.back().area = "things";
        }
    }

    void create(const FakeTarget::FakeResponse& response) { fake_.on("POST /things", {response}); }

    RunResult played(const std::string& workflows, std::vector<DeviationEntry> entries) {
        RunOptions options;
        options.deviations = std::move(entries);
        options.areas = areas_;
        return play(workflows, fake_, options, ledger_);
    }

    FakeTarget fake_;
    Ledger ledger_;
    std::vector<std::string> areas_;
};

std::vector<Verdict> verdicts_of_steps(const reports::ScenarioResult& scenario) {
    std::vector<Verdict> verdicts;
    for (const auto& step : scenario.steps) verdicts.push_back(step.verdict);
    return verdicts;
}

TEST_F(KnownDeviationsRun, EndAtAFailureWithoutAnEntry) {
    const auto result = played(scenario("life", kDeviatingCreate + kReadCreated), {});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create"));
}

TEST_F(KnownDeviationsRun, PlayTheRestOfTheScenario) {
    const auto result = played(scenario("life", kDeviatingCreate + kReadCreated + kDeleteCreated),
                               {entry_of("T-NEW")});
    const auto& played_scenario = result.scenarios[0];
    EXPECT_EQ(played_scenario.verdict, Verdict::kDeviated);
    EXPECT_THAT(step_ids(played_scenario), ElementsAre("create", "read", "cleanup"));
    EXPECT_THAT(verdicts_of_steps(played_scenario),
                ElementsAre(Verdict::kDeviated, Verdict::kPassed, Verdict::kPassed));
    EXPECT_EQ(played_scenario.steps[0].action, "");
    EXPECT_EQ(played_scenario.reason, "");
    EXPECT_EQ(result.exit_code(), 0);
    EXPECT_EQ(result.deviations.at(0).status, DeviationStatus::kApplied);
}

TEST_F(KnownDeviationsRun, VerifyWhatElseTheStepChecks) {
    const auto result =
        played(scenario("life", kDeviatingCreate + kReadCreated), {entry_of("T-NEW")});
    EXPECT_THAT(result.scenarios[0].steps[0].verified, ElementsAre("T-CREATE"));
}

TEST_F(KnownDeviationsRun, ReportTheRequirementAsDeviated) {
    areas_ = {"things"};
    const auto result = played(scenario("life", kDeviatingCreate), {entry_of("T-NEW")});
    EXPECT_EQ(result.requirements.at(1).outcome, "deviated");
    EXPECT_THAT(result.requirements[1].reason,
                HasSubstr("a known deviation, known: things/life: "));
}

TEST_F(KnownDeviationsRun, FailIfAnotherRequirementBreaksInTheSameStep) {
    create({202, R"({"id":"a","status":"DONE"})"});
    const auto result =
        played(scenario("life", kDeviatingCreate + kReadCreated), {entry_of("T-NEW")});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_EQ(result.exit_code(), 1);
}

TEST_F(KnownDeviationsRun, FailIfAnotherRequirementBreaksLater) {
    fake_.on("GET /things/a", {{404, "{}"}});
    const auto result =
        played(scenario("life", kDeviatingCreate + kReadCreated), {entry_of("T-NEW")});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(verdicts_of_steps(result.scenarios[0]),
                ElementsAre(Verdict::kDeviated, Verdict::kFailed));
}

TEST_F(KnownDeviationsRun, FailForTheOtherRequirementOfTheSameFinding) {
    const std::string both = R"(      - stepId: create
        operationId: createThing
        x-ct-verifies: [T-CREATE, T-NEW]
        successCriteria: [ { condition: $statusCode == 299 } ]
        outputs: { id: $response.body#/id }
)";
    const auto result = played(scenario("life", both + kReadCreated), {entry_of("T-NEW")});
    ASSERT_EQ(result.scenarios[0].steps.size(), 1U);
    const auto& findings = result.scenarios[0].steps[0].findings;
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_THAT(findings[0].requirements, ElementsAre("T-CREATE"));
    EXPECT_EQ(findings[0].verdict, Verdict::kFailed);
    EXPECT_THAT(findings[1].requirements, ElementsAre("T-NEW"));
    EXPECT_EQ(findings[1].verdict, Verdict::kDeviated);
    EXPECT_EQ(played(scenario("life", both), {entry_of("T-NEW"), entry_of("T-CREATE")})
                  .scenarios[0]
                  .verdict,
              Verdict::kDeviated);
}

TEST_F(KnownDeviationsRun, CoverContractFindingsOfStepsWithoutCriteria) {
    create({201, R"({"id":7})"});
    const std::string make = "      - { stepId: create, operationId: createThing }\n";
    const std::string then = "      - { stepId: again, operationId: createThing }\n";
    EXPECT_THAT(step_ids(played(scenario("life", make + then), {}).scenarios[0]),
                ElementsAre("create"));
    const auto result = played(scenario("life", make + then), {entry_of("", "schema")});
    EXPECT_THAT(verdicts_of_steps(result.scenarios[0]),
                ElementsAre(Verdict::kDeviated, Verdict::kDeviated));
}

TEST_F(KnownDeviationsRun, PlayDependentScenarios) {
    const std::string second = scenario("second", kDeviatingCreate, "    dependsOn: [life]\n");
    const std::string first = scenario("life", kDeviatingCreate);
    EXPECT_EQ(played(first + second, {}).scenarios[1].verdict, Verdict::kSkipped);
    const auto result = played(first + second, {entry_of("T-NEW")});
    EXPECT_EQ(result.scenarios[1].verdict, Verdict::kDeviated);
    EXPECT_EQ(result.deviations[0].findings, 2);
}

TEST_F(KnownDeviationsRun, PlayTheRestAfterACalledWorkflow) {
    const std::string calling = R"(  - workflowId: life
    steps:
      - { stepId: call, workflowId: made, x-ct-verifies: [T-CALL], outputs: { id: $outputs.id } }
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.call.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
  - workflowId: made
    inputs: { type: object, required: [never], properties: { never: { type: string, default: x } } }
)" + std::string("    steps:\n") +
                                kDeviatingCreate +
                                "    outputs: { id: $steps.create.outputs.id }\n";
    const auto result = played(calling, {entry_of("T-NEW")});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kDeviated);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("call/create", "call", "read"));
}

const std::string kPollFirst = R"(      - stepId: poll
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        x-ct-verifies: [T-READ]
        successCriteria: [ { context: $response.body#/status, condition: '^DONE$', type: regex } ]
        onFailure:
          - { name: failed, type: end, criteria: [ { context: $response.body#/status, condition: FAILED, type: regex } ] }
          - { name: notYet, type: retry, retryAfter: 1, retryLimit: 2, criteria: [ { condition: $statusCode == 200 } ] }
          - { name: otherwise, type: end }
)";

TEST_F(KnownDeviationsRun, PollBeforeADeviationCounts) {
    fake_.on("GET /things/a",
             {{200, R"({"id":"a","status":"NEW"})"}, {200, R"({"id":"a","status":"DONE"})"}});
    const auto result = played(scenario("life", kPollFirst), {entry_of("T-READ")});
    EXPECT_THAT(verdicts_of_steps(result.scenarios[0]),
                ElementsAre(Verdict::kPassed, Verdict::kFixed));
    EXPECT_EQ(result.deviations[0].status, DeviationStatus::kFixed);
}

TEST_F(KnownDeviationsRun, ContinueAfterAPollThatNeverSucceeds) {
    fake_.on("GET /things/a", {{200, R"({"id":"a","status":"NEW"})"}});
    const auto result = played(scenario("life", kPollFirst + kDeviatingCreate),
                               {entry_of("T-READ"), entry_of("T-NEW")});
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("poll", "poll", "poll", "create"));
    EXPECT_EQ(result.deviations[0].findings, 1);
}

TEST_F(KnownDeviationsRun, TakeTheActionOfASuccess) {
    fake_.on("GET /things/a", {{200, R"({"id":"a","status":"FAILED"})"}});
    const auto result = played(
        scenario(
            "life",
            kPollFirst + R"(        onSuccess:
          - { name: over, type: goto, stepId: last }
)" + kDeviatingCreate +
                R"(      - { stepId: last, operationId: deleteThing, parameters: [ { name: id, in: path, value: a } ] }
)"),
        {entry_of("T-READ")});
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("poll", "last"));
    EXPECT_EQ(result.scenarios[0].steps[0].action, "goto over -> last");
}

TEST_F(KnownDeviationsRun, EndWhereADeviationLeavesNoValueForARequest) {
    create({422, "{}"});
    fake_.on("GET /things", {{200, "[]"}});
    const std::string list = "      - { stepId: list, operationId: listThings }\n";
    const std::string later = "      - { stepId: later, operationId: listThings }\n";
    const auto result =
        played(scenario("life", kDeviatingCreate + list + kReadCreated + later + kDeleteCreated) +
                   scenario("second", kDeviatingCreate, "    dependsOn: [life]\n"),
               {entry_of("T-NEW"), entry_of("T-CREATE"), entry_of("T-READ")});
    const auto& ended = result.scenarios[0];
    EXPECT_EQ(ended.verdict, Verdict::kDeviated);
    EXPECT_THAT(verdicts_of_steps(ended),
                ElementsAre(Verdict::kDeviated, Verdict::kPassed, Verdict::kSkipped));
    EXPECT_THAT(ended.reason, HasSubstr("step read: unresolved: $steps.create.outputs.id: "));
    EXPECT_THAT(ended.steps[2].findings[0].note,
                HasSubstr("lacks the value, but only breaks assumptions or has known deviations"));
    EXPECT_EQ(result.scenarios[1].reason, "depends on life, which ended early");
    EXPECT_EQ(result.deviations[2].status, DeviationStatus::kNotExercised);
    EXPECT_EQ(result.exit_code(), 0);
}

// A broken assumption is excused in the same way, but it is a warning.
TEST_F(KnownDeviationsRun, PlayTheRestAfterABrokenAssumption) {
    ledger_.requirements[1].basis = Basis::kAssumed;  // T-NEW
    const auto result =
        played(scenario("life", kDeviatingCreate + kReadCreated + kDeleteCreated), {});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kWarned);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create", "read", "cleanup"));
    EXPECT_THAT(result.scenarios[0].steps[0].verified, ElementsAre("T-CREATE"));
    EXPECT_EQ(result.exit_code(), 0);
}

TEST_F(KnownDeviationsRun, FailIfABrokenAssumptionPreventsAFirmCheck) {
    create({422, "{}"});
    areas_ = {"things"};
    for (const std::size_t row : {0U, 1U}) ledger_.requirements[row].basis = Basis::kAssumed;
    const auto result = played(scenario("life", kDeviatingCreate + kReadCreated), {});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kWarned);
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("$steps.create.outputs.id"));
    ASSERT_EQ(result.gates.size(), 1U);
    EXPECT_THAT(result.gates[0].got, HasSubstr("T-READ"));
    EXPECT_FALSE(result.gates[0].met);
}

TEST_F(KnownDeviationsRun, EndWhereADeviationOfAMetStepLeavesNoValue) {
    create({201, R"({"status":"NEW"})"});
    const auto result =
        played(scenario("life", kDeviatingCreate + kReadCreated), {entry_of("", "schema")});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kDeviated);
    EXPECT_THAT(verdicts_of_steps(result.scenarios[0]),
                ElementsAre(Verdict::kDeviated, Verdict::kSkipped));
}

TEST_F(KnownDeviationsRun, SkipACriterionWithoutItsValue) {
    create({201, R"({"status":"NEW"})"});
    const std::string compare = R"(      - stepId: compare
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria:
          - { condition: $response.body#/id == $steps.create.outputs.id, x-ct-verifies: [T-READ] }
          - { condition: $statusCode == STATUS, x-ct-verifies: [T-CALL] }
)";
    const auto with_status = [&](const std::string& status) {
        std::string step = compare;
        return step.replace(step.find("STATUS"), 6, status);
    };
    const std::string make = R"(      - stepId: create
        operationId: createThing
        outputs: { id: $response.body#/id }
)";
    const auto result =
        played(scenario("life", make + with_status("200")), {entry_of("", "schema")});
    EXPECT_THAT(verdicts_of_steps(result.scenarios[0]),
                ElementsAre(Verdict::kDeviated, Verdict::kSkipped));
    EXPECT_THAT(result.scenarios[0].steps[1].verified, ElementsAre("T-CALL"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kDeviated);
    EXPECT_EQ(played(scenario("life", make + with_status("299")), {entry_of("", "schema")})
                  .scenarios[0]
                  .verdict,
              Verdict::kFailed);
}

TEST_F(KnownDeviationsRun, SkipACriterionWhoseValueTheSchemaMisses) {
    create({201, R"({"status":"NEW"})"});
    const std::string make = R"(      - stepId: create
        operationId: createThing
        successCriteria:
          - { condition: $statusCode == 201, x-ct-verifies: [T-CREATE] }
          - { context: $response.body#/id, condition: ., type: regex, x-ct-verifies: [T-READ] }
)";
    const auto known = played(scenario("life", make), {entry_of("", "schema")});
    EXPECT_EQ(known.scenarios[0].verdict, Verdict::kDeviated);
    EXPECT_THAT(known.scenarios[0].steps[0].verified, ElementsAre("T-CREATE"));
    EXPECT_EQ(played(scenario("life", make), {}).scenarios[0].verdict, Verdict::kFailed);
}

TEST_F(KnownDeviationsRun, DoNotExcuseAMissingValueOfAnotherStep) {
    create({201, R"({"id":"a","status":"DONE"})"});
    fake_.on("GET /things", {{200, "[]"}});
    const std::string list = R"(      - stepId: list
        operationId: listThings
        outputs: { first: $response.body#/0/id }
      - stepId: compare
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.list.outputs.first } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";
    EXPECT_EQ(
        played(scenario("life", kDeviatingCreate + list), {entry_of("T-NEW")}).scenarios[0].verdict,
        Verdict::kNotRun);
}

TEST_F(KnownDeviationsRun, DoNotCoverAMissingResponse) {
    create({.failure = Error{ErrorCode::kIo, "cut off", {}, {}}});
    DeviationEntry all = entry_of("");
    all.scenario = "*";
    const auto result = played(scenario("life", kDeviatingCreate + kReadCreated), {all});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kNotRun);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create"));
    EXPECT_EQ(result.deviations[0].status, DeviationStatus::kNotExercised);
}

TEST_F(KnownDeviationsRun, FailWhenTheTargetIsFixed) {
    create({201, R"({"id":"a","status":"NEW"})"});
    const auto result =
        played(scenario("life", kDeviatingCreate + kReadCreated), {entry_of("T-NEW")});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFixed);
    EXPECT_EQ(result.deviations[0].status, DeviationStatus::kFixed);
    EXPECT_EQ(result.exit_code(), 1);
}

TEST_F(KnownDeviationsRun, FailAfterTheLastDayOnTheClockOfTheRun) {
    // The clock of these tests begins on 1970-01-01.
    DeviationEntry entry = entry_of("T-NEW");
    entry.until = "1970-01-01";
    EXPECT_EQ(played(scenario("life", kDeviatingCreate), {entry}).exit_code(), 0);
    entry.until = "1969-12-31";
    const auto result = played(scenario("life", kDeviatingCreate), {entry});
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_EQ(result.deviations[0].status, DeviationStatus::kExpired);
    create({201, R"({"id":"a","status":"NEW"})"});
    EXPECT_EQ(played(scenario("life", kDeviatingCreate), {entry}).exit_code(), 1);
}

TEST_F(KnownDeviationsRun, DoNotFailWhenNotSelected) {
    RunOptions options;
    options.deviations = {entry_of("T-NEW")};
    options.only = {"things/other"};
    const std::string other = "      - { stepId: list, operationId: listThings }\n";
    fake_.on("GET /things", {{200, "[]"}});
    const auto result = play(
        scenario("life", kDeviatingCreate) + scenario("other", other), fake_, options, ledger_);
    EXPECT_EQ(result.exit_code(), 0);
    EXPECT_EQ(result.deviations[0].status, DeviationStatus::kNotExercised);
}

TEST_F(KnownDeviationsRun, ReportEveryEntryOfAnUnreachableTarget) {
    RunOptions options;
    options.deviations = {entry_of("T-NEW")};
    const ManualClock clock;
    const auto result = unreachable_result(things_target(),
                                           {suite_of(scenario("life", kDeviatingCreate))},
                                           ledger_,
                                           options,
                                           {ErrorCode::kUnreachable, "no response", {}, {}},
                                           clock);
    EXPECT_EQ(result.exit_code(), 3);
    EXPECT_EQ(result.deviations.at(0).status, DeviationStatus::kNotExercised);
}

}  // namespace
}  // namespace plumbline::runner

#include "reports/result.hpp"

#include "reports/render.hpp"
#include "reports/testing.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::reports {
namespace {

RunResult run_of(const std::vector<Verdict>& verdicts) {
    RunResult result;
    for (const Verdict verdict : verdicts)
        result.scenarios.push_back(sample_scenario("a/b", verdict));
    return result;
}

TEST(Verdict, ConvertsToTextAndBack) {
    EXPECT_EQ(to_text(Verdict::kNotRun), "not_run");
    EXPECT_EQ(parse_verdict("not_run"), Verdict::kNotRun);
    EXPECT_EQ(parse_verdict("passed"), Verdict::kPassed);
    EXPECT_EQ(parse_verdict("Passed"), std::nullopt);
}

TEST(SummaryLine, CountsEveryVerdict) {
    EXPECT_EQ(
        summary_line(sample_result().verdict_counts()),
        "1 passed, 1 failed, 1 warned, 1 deviated, 1 fixed, 1 observed, 1 skipped, 1 not_run");
}

TEST(SummaryLine, LeavesOutRareVerdictsThatDidNotOccur) {
    EXPECT_EQ(summary_line(run_of({Verdict::kPassed, Verdict::kPassed}).verdict_counts()),
              "2 passed, 0 failed, 0 warned");
}

struct ExitCase {
    std::string_view name;
    std::vector<Verdict> verdicts;
    int code;
};
class ExitCodes : public testing::TestWithParam<ExitCase> {};

TEST_P(ExitCodes, FollowsFromTheVerdicts) {
    EXPECT_EQ(run_of(GetParam().verdicts).exit_code(), GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ExitCodes,
    testing::Values(
        ExitCase{"AllPassed", {Verdict::kPassed}, 0},
        ExitCase{"WarnedConforms", {Verdict::kPassed, Verdict::kWarned}, 0},
        ExitCase{"ObservedAndDeviatedConform", {Verdict::kObserved, Verdict::kDeviated}, 0},
        ExitCase{"SkippedBesidePassedConforms", {Verdict::kSkipped, Verdict::kPassed}, 0},
        ExitCase{"Failed", {Verdict::kPassed, Verdict::kFailed}, 1},
        ExitCase{"Fixed", {Verdict::kFixed}, 1},
        ExitCase{"NotRun", {Verdict::kPassed, Verdict::kNotRun}, 1},
        ExitCase{"NotRunBesideSkipped", {Verdict::kSkipped, Verdict::kNotRun}, 1},
        ExitCase{"Nothing", {}, 2},
        ExitCase{"WarnedAndNothingElse", {Verdict::kWarned, Verdict::kSkipped}, 2},
        ExitCase{"OnlySkipped", {Verdict::kSkipped, Verdict::kSkipped}, 2}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(RunResult, ConformsIfAWarnedStepVerifiedSomething) {
    RunResult result = run_of({Verdict::kWarned});
    StepResult step;
    step.verdict = Verdict::kWarned;
    step.verified = {"T-1"};
    result.scenarios[0].steps = {step};
    EXPECT_EQ(result.exit_code(), 0);
    result.scenarios[0].steps[0].cleanup = true;
    EXPECT_EQ(result.exit_code(), 2);
}

TEST(RunResult, ConformsIfAStepOfAWarnedScenarioPassed) {
    RunResult result = run_of({Verdict::kWarned});
    StepResult step;
    step.verdict = Verdict::kWarned;
    result.scenarios[0].steps = {step};
    EXPECT_EQ(result.exit_code(), 2);
    step.verdict = Verdict::kPassed;
    result.scenarios[0].steps.push_back(step);
    EXPECT_EQ(result.exit_code(), 0);
    result.scenarios[0].steps[1].cleanup = true;
    EXPECT_EQ(result.exit_code(), 2);
}

TEST(RunResult, ExitsWithThreeIfTheTargetIsUnreachable) {
    RunResult result = run_of({Verdict::kNotRun, Verdict::kNotRun});
    result.target_unreachable = true;
    EXPECT_EQ(result.exit_code(), 3);
    EXPECT_EQ(to_json(result).at("exit_code"), 3);
    const auto back = run_result_from_json(to_json(result));
    ASSERT_THAT(back, IsOk());
    EXPECT_EQ(back->exit_code(), 3);
}

TEST(ResultJson, IsReadWithoutLoss) {
    const Json json = to_json(sample_result());
    const auto text = plumbline::to_text(json);
    const auto parsed = parse_json(text);
    ASSERT_THAT(parsed, IsOk());
    const auto back = run_result_from_json(*parsed);
    ASSERT_THAT(back, IsOk());
    EXPECT_EQ(plumbline::to_text(to_json(*back)), text);
    EXPECT_EQ(back->seed, sample_result().seed);
    EXPECT_EQ(back->scenarios.at(1).steps.at(1).findings.at(0).where,
              (SourceRef{"conformance/suites/deployments.arazzo.yaml", 120, 11}));
}

TEST(ResultJson, HasChangedSeverities) {
    RunResult result = sample_result();
    EXPECT_FALSE(to_json(result).contains("severity"));
    result.severity = {{"schema", "ignore"}};
    const auto read = run_result_from_json(to_json(result));
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(read->severity, result.severity);
}

TEST(ResultJson, HasTallySummaryAndExitCode) {
    const Json json = to_json(sample_result());
    EXPECT_EQ(json.at("exit_code"), 1);
    EXPECT_EQ(json.at("tally").at("not_run"), 1);
    EXPECT_EQ(json.at("summary"), summary_line(sample_result().verdict_counts()));
}

TEST(ResultJson, HasTheCoverageAndWhatIsMissing) {
    const Json json = to_json(sample_result());
    EXPECT_EQ(json.at("coverage").at("verified"), sample_result().coverage_counts().verified);
    const auto missing = sample_result().missing_coverage();
    ASSERT_FALSE(missing.empty());
    EXPECT_EQ(json.at("missing_coverage").at(0).at("reason"), missing[0].reason);
}

TEST(Coverage, GroupsWhatIsMissingByTheReasonOfTheSkippedScenario) {
    RunResult result;
    for (const auto& [id, missing] : {std::pair("CP-1", "needs the input \"x\""),
                                      std::pair("CP-2", "needs --allow-writes"),
                                      std::pair("CP-3", "needs --allow-writes")}) {
        RequirementResult row = sample_requirement(id, "a statement", "not_exercised");
        row.missing = missing;
        row.reason = std::string("the scenario that checks it was skipped: ") + missing;
        result.requirements.push_back(row);
    }
    result.scenarios = {sample_scenario("a", Verdict::kSkipped)};
    result.scenarios[0].reason = "needs --allow-writes";
    const auto missing = result.missing_coverage();
    ASSERT_EQ(missing.size(), 2U);
    EXPECT_EQ(missing[0].reason, "needs --allow-writes");
    EXPECT_THAT(missing[0].requirements, testing::ElementsAre("CP-2", "CP-3"));
    EXPECT_EQ(missing[0].scenarios, 1);
    EXPECT_EQ(result.coverage_counts().checkable, 3);
    EXPECT_EQ(result.coverage_counts().verified_percent(), 0);
}

TEST(RunResult, FailsIfAGateIsNotMet) {
    RunResult result;
    result.scenarios = {sample_scenario("a", Verdict::kPassed)};
    result.gates = {{"--min-verified 1", "1 of 2", true}};
    EXPECT_EQ(result.exit_code(), 0);
    result.gates[0].met = false;
    EXPECT_EQ(result.exit_code(), 1);
}

struct InvalidResultCase {
    std::string_view name;
    std::string_view pointer;
    std::string_view value;  ///< JSON text, "" to remove
    std::string_view message;
};
class InvalidResultJson : public testing::TestWithParam<InvalidResultCase> {};

TEST_P(InvalidResultJson, IsRejectedWithItsPointer) {
    Json json = to_json(sample_result());
    const auto pointer = JsonPointer::parse(GetParam().pointer);
    ASSERT_THAT(pointer, IsOk());
    ASSERT_THAT(set_at(json, *pointer, *parse_json(GetParam().value)), IsOk());
    const auto result = run_result_from_json(json);
    EXPECT_THAT(result, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(result, FailsWith(std::string(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    InvalidResultJson,
    testing::Values(
        InvalidResultCase{"Verdict",
                          "/scenarios/0/verdict",
                          R"("fine")",
                          R"("/scenarios/0/verdict": found "fine", expected a verdict)"},
        InvalidResultCase{"Text", "/target", "1", R"("/target": found 1, expected a string)"},
        InvalidResultCase{
            "Number", "/took_ms", "null", R"("/took_ms": found null, expected a number)"},
        InvalidResultCase{
            "Seed", "/seed", "-1", R"("/seed": found -1, expected an integer from 0)"},
        InvalidResultCase{
            "Line", "/scenarios/0/where/1", "99999999999", "expected an integer of 31 bits"},
        InvalidResultCase{"Flag", "/target_unreachable", "0", "expected true or false"},
        InvalidResultCase{"List",
                          "/scenarios/1/steps",
                          "{}",
                          R"("/scenarios/1/steps": found {}, expected an array)"},
        InvalidResultCase{"Member",
                          "/requirements/2",
                          "{}",
                          R"("/requirements/2": found {}, expected a member "id")"},
        InvalidResultCase{
            "Object", "/scenarios/1", "[]", R"("/scenarios/1": found [], expected an object)"},
        InvalidResultCase{"Position",
                          "/scenarios/0/where",
                          "[0,1]",
                          R"("/scenarios/0/where": found [0,1], expected a position)"},
        InvalidResultCase{"TextIndex",
                          "/scenarios/0/where/0",
                          "999",
                          R"("/scenarios/0/where/0": found 999, expected the index of a text)"},
        InvalidResultCase{
            "Version", "/version", "3", R"("/version": found 3, expected 2; repeat the run)"},
        InvalidResultCase{
            "NoVersion", "/version", "null", R"("/version": found null, expected 2)"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ResultJson, OfTheFirstVersionIsRejectedWithTheRemedy) {
    EXPECT_THAT(run_result_from_json(Json{{"format", 1}, {"target", "x"}}),
                FailsWith("found version 1, expected 2; repeat the run with this version of "
                          "plumbline, or use the version that wrote it"));
    EXPECT_THAT(run_result_from_json(Json::object()), FailsWith("found no version, expected 2"));
}

TEST(ResultJson, NamesTheCauseOfEachFindingOnce) {
    RunResult result;
    result.scenarios = {sample_failure_of(1, "1 item"),
                        sample_failure_of(2, "22 items"),
                        sample_failure_of(3, "33 items"),
                        sample_scenario("n", Verdict::kNotRun)};
    result.scenarios[3].reason = "no workspace: 503";
    const Json json = to_json(result);
    const auto cause_of = [&](std::size_t scenario) {
        return json.at("scenarios").at(scenario).at("steps").at(1).at("findings").at(0).at("cause");
    };
    EXPECT_NE(cause_of(0), cause_of(1));
    EXPECT_EQ(cause_of(1), cause_of(2));
    const Json& causes = json.at("causes");
    EXPECT_EQ(causes.at(json.at("scenarios").at(3).at("cause").get<std::size_t>()),
              "not_run: no workspace: N");
}

TEST(ResultJson, ContainsEachFileAndNameOnce) {
    RunResult result = sample_result();
    result.scenarios.insert(result.scenarios.end(), 20, result.scenarios[1]);
    const std::string text = plumbline::to_text(to_json(result));
    const std::string_view file = "conformance/suites/deployments.arazzo.yaml";
    const std::size_t first = text.find(file);
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(text.find(file, first + 1), std::string::npos);
}

TEST(ResultJson, RoundsMillisecondsToThreeDecimals) {
    RunResult result = sample_result();
    result.took_ms = 1.0 / 3;
    EXPECT_EQ(plumbline::to_text(to_json(result).at("took_ms")), "0.333");
}

TEST(ResultJson, HasOneItemOfAListPerLine) {
    const std::string text = render_json(sample_result());
    EXPECT_THAT(parse_json(text), testing::Optional(to_json(sample_result())));
    const auto lines = std::count(text.begin(), text.end(), '\n');
    EXPECT_GT(lines, 30);
    EXPECT_LT(lines, 100);
}

TEST(RunResult, DropsWhatPassedExchangesNeedNot) {
    RunResult result = sample_result();
    drop_details_of_passed(result);
    EXPECT_EQ(result.scenarios[0].steps[0].exchanges[0].curl, "");
    EXPECT_EQ(result.scenarios[0].steps[0].exchanges[0].response_excerpt, "");
    EXPECT_EQ(result.scenarios[0].steps[0].exchanges[0].method, "PATCH");
    EXPECT_NE(result.scenarios[1].steps[0].exchanges[0].curl, "");
}

TEST(RunResult, KeepsTheDetailsThatAMergeMayNeed) {
    RunResult result = sample_result();
    result.deviations = {{sample_deviation("CP-READ-1", 1),
                          DeviationStatus::kUndecided,
                          "",
                          0,
                          {result.scenarios[0].name}}};
    drop_details_of_passed(result);
    EXPECT_NE(result.scenarios[0].steps[0].exchanges[0].curl, "");
}

TEST(RunResult, OfAShardMayVerifyNothing) {
    RunResult result = run_of({Verdict::kSkipped});
    EXPECT_EQ(result.exit_code(), 2);
    result.shard = ShardRecord{.number = 2,
                               .count = 3,
                               .suites = "f00",
                               .strict = true,
                               .scenarios = {"a/b", "a/c"},
                               .planned = {{"CP-1", {"a/c"}}}};
    EXPECT_EQ(result.exit_code(), 0);
    const auto back = run_result_from_json(to_json(result));
    ASSERT_THAT(back, IsOk());
    EXPECT_EQ(back->shard, result.shard);
    EXPECT_THAT(render_text(result), testing::HasSubstr("shard 2 of 3, "));
}

TEST(AddTransitions, SumsThemInTheOrderOfTheMachines) {
    std::vector<MachineTransitions> sums{{"b", {{"A", "B", "timer", 1}}}};
    add_transitions(
        sums,
        {{"b", {{"A", "B", "timer", 2}, {"B", "C", "timer", 0}}}, {"a", {{"X", "Y", "fails", 4}}}});
    ASSERT_EQ(sums.size(), 2U);
    EXPECT_EQ(sums[0].machine, "a");
    ASSERT_EQ(sums[1].transitions.size(), 2U);
    EXPECT_EQ(sums[1].transitions[0].taken, 3);
    EXPECT_EQ(sums[1].transitions[1].to, "C");
}

TEST(RunResult, ExitsWith130AfterAnInterruption) {
    RunResult result = run_of({Verdict::kFailed, Verdict::kNotRun});
    result.interrupted = true;
    EXPECT_EQ(result.exit_code(), 130);
    const auto back = run_result_from_json(to_json(result));
    ASSERT_THAT(back, IsOk());
    EXPECT_TRUE(back->interrupted);
}

TEST(ResultJson, IsAnObject) {
    EXPECT_THAT(run_result_from_json(Json::array()), FailsWith("expected an object"));
}

}  // namespace
}  // namespace plumbline::reports

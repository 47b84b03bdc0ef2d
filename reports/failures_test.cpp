#include "reports/failures.hpp"

#include "reports/render.hpp"
#include "reports/testing.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::reports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

RunResult failed_run() {
    RunResult result;
    result.scenarios = {
        sample_scenario("a/failed",
                        Verdict::kFailed,
                        {sample_step("rename",
                                     {sample_finding(Verdict::kFailed, "CP-1", "400", "200"),
                                      sample_finding(Verdict::kWarned, "CP-2", "a", "b")})}),
        sample_scenario("a/not_run", Verdict::kNotRun),
        sample_scenario("a/passed", Verdict::kPassed, {sample_step("read", {})})};
    result.scenarios[1].reason = "no workspace: 503";
    return result;
}

Finding& first_finding(RunResult& result) {
    return result.scenarios[0].steps[0].findings[0];
}

RunResult compared(const RunResult& former, RunResult result) {
    mark_known(former, "old/result.json", result);
    return result;
}

TEST(Failures, HaveScenarioRequirementCodeAndPlace) {
    const auto failures = failures_of(failed_run());
    ASSERT_EQ(failures.size(), 2U);
    EXPECT_EQ(failures[0].key, (FailureKey{"a/failed", "CP-1", "status", "rename+2"}));
    EXPECT_EQ(failures[0].text, "expected 400, got 200");
    EXPECT_EQ(failures[1].key, (FailureKey{"a/not_run", "", "not_run", ""}));
    EXPECT_EQ(failures[1].text, "no workspace: 503");
}

TEST(Failures, AreOnePerRequirementOfAFinding) {
    RunResult result = failed_run();
    first_finding(result).requirements = {"CP-1", "CP-3"};
    EXPECT_EQ(failures_of(result).size(), 3U);
}

TEST(Baseline, MakesAnEqualRunConform) {
    const RunResult result = compared(failed_run(), failed_run());
    EXPECT_EQ(result.exit_code(), 0);
    EXPECT_TRUE(result.scenarios[0].known);
    EXPECT_TRUE(result.scenarios[1].known);
    EXPECT_FALSE(result.scenarios[2].known);
    EXPECT_EQ(result.baseline, "old/result.json");
    EXPECT_THAT(summary_line(result.verdict_counts()),
                HasSubstr("1 failed (1 known from the baseline), 0 warned"));
    EXPECT_EQ(result.verdict_counts().total_known(), 2);
}

TEST(Baseline, IgnoresValuesAndWhatMovesASuite) {
    RunResult moved = failed_run();
    first_finding(moved).got = "204";
    first_finding(moved).where.line += 10;
    moved.scenarios[0].steps[0].where.line += 10;
    moved.scenarios[1].reason = "no workspace: 500";
    EXPECT_EQ(compared(failed_run(), moved).exit_code(), 0);
}

TEST(Baseline, DoesNotHideWhatIsNew) {
    const auto is_new = [](const auto& change) {
        RunResult changed = failed_run();
        change(changed);
        return compared(failed_run(), changed).exit_code() == 1;
    };
    EXPECT_TRUE(is_new([](RunResult& run) { first_finding(run).requirements = {"CP-9"}; }));
    EXPECT_TRUE(is_new([](RunResult& run) { first_finding(run).requirements.emplace_back("C"); }));
    EXPECT_TRUE(is_new([](RunResult& run) { first_finding(run).code = "schema"; }));
    EXPECT_TRUE(is_new([](RunResult& run) { ++first_finding(run).where.line; }));
    EXPECT_TRUE(is_new([](RunResult& run) { run.scenarios[0].steps[0].id = "create"; }));
    EXPECT_TRUE(is_new([](RunResult& run) { run.scenarios[0].name = "a/other"; }));
    EXPECT_TRUE(is_new([](RunResult& run) { run.scenarios[2].verdict = Verdict::kNotRun; }));
    EXPECT_TRUE(is_new([](RunResult& run) { run.scenarios[0].verdict = Verdict::kFixed; }));
    EXPECT_TRUE(is_new(
        [](RunResult& run) { run.scenarios[0].steps[0].findings[1].verdict = Verdict::kFailed; }));
    EXPECT_TRUE(is_new([](RunResult& run) { run.gates = {{"--require CP-1", "failed", false}}; }));
    EXPECT_TRUE(is_new([](RunResult& run) {
        run.deviations = {{sample_deviation("CP-1", 1), DeviationStatus::kExpired, "", 0, {}}};
    }));
}

TEST(Baseline, IsShownInEachForm) {
    const RunResult result = compared(failed_run(), failed_run());
    EXPECT_THAT(render_text(result),
                testing::AllOf(HasSubstr("failed   a/failed (31 ms), known from the baseline\n"),
                               HasSubstr("baseline: old/result.json")));
    EXPECT_THAT(render_text(result, {.verbosity = -1}),
                HasSubstr("failed   a/failed: CP-1, known from the baseline\n"));
    EXPECT_THAT(render_junit(result),
                testing::AllOf(HasSubstr(R"(failures="0" errors="0" skipped="2")"),
                               HasSubstr(R"(<skipped message="known from the baseline: CP-1: )"),
                               HasSubstr("known from the baseline: no workspace: 503"),
                               Not(HasSubstr("<failure"))));
    const auto back = run_result_from_json(to_json(result));
    ASSERT_THAT(back, IsOk());
    EXPECT_EQ(back->exit_code(), 0);
    EXPECT_TRUE(back->scenarios[0].steps[0].findings[0].known);
    EXPECT_FALSE(back->scenarios[0].steps[0].findings[1].known);
    EXPECT_EQ(to_json(result).at("tally").at("known"), 2);
}

TEST(Baseline, ComesAfterWhatIsNew) {
    RunResult result = failed_run();
    result.scenarios.push_back(sample_scenario("b/new", Verdict::kNotRun));
    const std::string text = render_text(compared(failed_run(), result));
    EXPECT_GT(text.find("not_run  b/new"), text.find("failed   a/failed"));
}

TEST(Comparable, AreOnlyResultsOfWholeRuns) {
    RunResult result = failed_run();
    EXPECT_THAT(check_comparable(result), IsOk());
    result.interrupted = true;
    EXPECT_THAT(check_comparable(result), FailsWith("an interrupted run"));
    result.interrupted = false;
    result.target_unreachable = true;
    EXPECT_THAT(check_comparable(result), FailsWith("a run without a response"));
    result.shard = ShardRecord{.number = 2, .count = 3};
    const auto refused = check_comparable(result);
    EXPECT_THAT(refused, FailsWith("found the result of shard 2 of 3, expected that of a whole"));
    EXPECT_THAT(refused.error().notes, ElementsAre(HasSubstr("plumbline report merge")));
}

}  // namespace
}  // namespace plumbline::reports

#include "reports/difference.hpp"

#include "reports/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::reports {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

RunResult run_with(std::vector<ScenarioResult> scenarios) {
    RunResult result;
    result.scenarios = std::move(scenarios);
    return result;
}

ScenarioResult failing(const std::string& name, const std::string& requirement) {
    return sample_scenario(
        name,
        Verdict::kFailed,
        {sample_step("check", {sample_finding(Verdict::kFailed, requirement, "400", "200")})});
}

ScenarioResult passing(const std::string& name) {
    return sample_scenario(name, Verdict::kPassed, {sample_step("check", {})});
}

TEST(Difference, OfEqualResultsIsEmpty) {
    const auto difference = compare_results(sample_result(), sample_result());
    EXPECT_EQ(render_difference(difference),
              "0 newly failing, 0 lost coverage, 0 no longer checked, 0 no longer failing,\n"
              "    0 newly verified, 0 slower\n");
}

TEST(Difference, ListsWhatFailsNewlyByScenarioAndRequirement) {
    const auto difference = compare_results(run_with({failing("a", "CP-1"), passing("b")}),
                                            run_with({failing("a", "CP-2"), failing("b", "CP-1")}));
    ASSERT_THAT(difference.newly_failing, SizeIs(2));
    EXPECT_EQ(difference.newly_failing[0].scenario, "a");
    EXPECT_EQ(difference.newly_failing[0].requirement, "CP-2");
    const std::string text = render_difference(difference);
    EXPECT_THAT(text, HasSubstr("newly failing:\n    a: CP-2: expected 400, got 200\n    b: CP-1"));
    EXPECT_THAT(text, HasSubstr("\n2 newly failing, "));
    EXPECT_EQ(to_json(difference).at("newly_failing").at(1).at("requirement"), "CP-1");
}

TEST(Difference, CallsFixedOnlyWhatWasCheckedAgain) {
    ScenarioResult skipped = sample_scenario("skipped", Verdict::kSkipped);
    skipped.reason = "needs control";
    ScenarioResult verified = failing("verified", "CP-2");
    verified.steps[0].verified = {"CP-1"};
    ScenarioResult deviated = failing("deviated", "CP-1");
    deviated.verdict = deviated.steps[0].findings[0].verdict = Verdict::kDeviated;
    const auto difference = compare_results(
        run_with({failing("passed", "CP-1"),
                  failing("skipped", "CP-1"),
                  failing("verified", "CP-1"),
                  failing("other", "CP-1"),
                  failing("deviated", "CP-1"),
                  failing("gone", "CP-1")}),
        run_with({passing("passed"), skipped, verified, failing("other", "CP-2"), deviated}));
    EXPECT_THAT(difference.no_longer_failing, SizeIs(2));
    const std::string text = render_difference(difference);
    for (const char* line : {"no longer failing:\n    passed: CP-1\n    verified: CP-1\n",
                             "    deviated: CP-1: it is a known deviation\n",
                             "    gone: CP-1: the new run has no such scenario\n",
                             "    other: CP-1: the scenario fails for another reason\n",
                             "    skipped: CP-1: skipped: needs control\n"})
        EXPECT_THAT(text, HasSubstr(line));
}

TEST(Difference, ComparesTheCoverage) {
    RunResult before;
    before.requirements = {sample_requirement("CP-1", "s", "verified"),
                           sample_requirement("CP-2", "s", "not_exercised"),
                           sample_requirement("CP-3", "s", "verified")};
    before.requirements[1].reason = "it was skipped";
    RunResult after;
    after.requirements = {sample_requirement("CP-1", "s", "failed"),
                          sample_requirement("CP-2", "s", "verified")};
    const auto difference = compare_results(before, after);
    ASSERT_THAT(difference.lost_coverage, SizeIs(2));
    EXPECT_EQ(difference.lost_coverage[0].outcome, "failed");
    EXPECT_EQ(difference.lost_coverage[1].requirement, "CP-3");
    ASSERT_THAT(difference.newly_verified, SizeIs(1));
    EXPECT_THAT(render_difference(difference),
                HasSubstr("newly verified:\n    CP-2: not_exercised, it was skipped\n"));
}

TEST(Difference, ListsScenariosThatAreClearlySlower) {
    const auto slower = [](double old_ms, double new_ms) {
        RunResult before = run_with({passing("a")});
        RunResult after = before;
        before.scenarios[0].took_ms = old_ms;
        after.scenarios[0].took_ms = new_ms;
        return compare_results(before, after).slower;
    };
    EXPECT_THAT(slower(200, 300), SizeIs(1));
    EXPECT_THAT(slower(200, 299), IsEmpty());
    EXPECT_THAT(slower(10, 109), IsEmpty());
    EXPECT_THAT(slower(10, 110), SizeIs(1));
    EXPECT_THAT(slower(300, 200), IsEmpty());
}

}  // namespace
}  // namespace plumbline::reports

#include "reports/causes.hpp"

#include "reports/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::reports {
namespace {

TEST(FailureCauses, DifferInRequirementsAndTextsButNotInValues) {
    RunResult result;
    result.scenarios = {
        sample_failure_of(1, "deployment 123e4567-e89b-12d3-a456-426614174000 of 5"),
        sample_failure_of(2, "deployment 00000000-e89b-12d3-a456-426614174000 of 66"),
        sample_failure_of(3, "revision 123e4567-e89b-12d3-a456-426614174000 of 5"),
        sample_failure_of(4, "deployment 123e4567-e89b-12d3-a456-426614174000 of 5"),
        sample_scenario("p", Verdict::kPassed)};
    for (Finding& finding : result.scenarios[3].steps[1].findings)
        finding.requirements = {"CP-READ-1"};
    const std::vector<FailureCause> causes = failure_causes(result);
    ASSERT_EQ(causes.size(), 3U);
    EXPECT_EQ(causes[0].scenarios.size(), 2U);
    EXPECT_EQ(causes[0].scenarios[1]->name, "many/2");
}

TEST(FailureCauses, AreOrderedByVerdictThenSize) {
    RunResult result;
    result.scenarios = {sample_scenario("w", Verdict::kWarned),
                        sample_scenario("n1", Verdict::kNotRun),
                        sample_scenario("n2", Verdict::kNotRun),
                        sample_scenario("n3", Verdict::kNotRun)};
    result.scenarios[1].reason = "alone";
    const std::vector<FailureCause> causes = failure_causes(result);
    ASSERT_EQ(causes.size(), 3U);
    EXPECT_EQ(causes[0].scenarios.size(), 2U);
    EXPECT_EQ(causes[1].scenarios[0]->name, "n1");
    EXPECT_EQ(causes[2].verdict, Verdict::kWarned);
}

TEST(CauseText, IsEqualForFindingsThatDifferInValues) {
    Finding first = sample_finding(Verdict::kFailed, "CP-READ-1", "status 200", "7 items");
    Finding second = sample_finding(Verdict::kFailed, "CP-READ-1", "status 200", "12 items");
    EXPECT_EQ(cause_text(first), "failed: status (CP-READ-1): expected status N, got N items");
    EXPECT_EQ(cause_text(first), cause_text(second));
    second.code = "schema";
    EXPECT_NE(cause_text(first), cause_text(second));
    first.verdict = Verdict::kWarned;
    EXPECT_EQ(cause_text(first), "warned: status (CP-READ-1): expected status N, got N items");
}

TEST(WithoutValues, ReplacesIdsTimesAndNumbers) {
    EXPECT_EQ(without_values("took 12.5 ms, 3 of 4"), "took N ms, N of N");
    EXPECT_EQ(without_values("id 123e4567-E89b-12d3-a456-426614174000!"), "id ID!");
    EXPECT_EQ(without_values("/w/71bb54d8d101/v2"), "/w/ID/vN");
    EXPECT_EQ(without_values("at 2026-01-02T03:04:05.123+00:00, in 2026"), "at TIME, in N");
    EXPECT_EQ(without_values("cafe deadbeef feedback face1"), "cafe deadbeef feedback faceN");
    EXPECT_EQ(without_values("1."), "N.");
    EXPECT_EQ(without_values(""), "");
}

}  // namespace
}  // namespace plumbline::reports

#include "reports/run_observations.hpp"

#include "reports/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::reports {
namespace {

using testing::ElementsAre;

StepResult step_with(std::vector<Finding> findings) {
    StepResult step = sample_step("look", std::move(findings));
    step.verdict = Verdict::kObserved;
    return step;
}

Finding observed_value(const std::string& value, const std::string& id = "T-LIMIT") {
    return contradiction_finding(id, "45 or 5", value, {});
}

std::vector<std::string> observed_values(const std::vector<ScenarioResult>& scenarios) {
    std::vector<std::string> values;
    for (const ScenarioResult& scenario : scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings)
                values.push_back(step.id + ' ' + finding.requirements.front() + ' ' + finding.got);
        }
    }
    return values;
}

TEST(Contradiction, IsObservedWithItsValue) {
    const Finding finding = observed_value("45");
    EXPECT_EQ(finding.code, "contradiction");
    EXPECT_EQ(finding.verdict, Verdict::kObserved);
    EXPECT_EQ(finding.note, "contradiction: observed 45");
}

TEST(Contradiction, IsReportedOnceForEachValue) {
    std::vector<ScenarioResult> scenarios{
        sample_scenario("a",
                        Verdict::kPassed,
                        {step_with({observed_value("72 h"), observed_value("9", "T-TIME")})}),
        sample_scenario(
            "b",
            Verdict::kPassed,
            {step_with({observed_value("48 h")}), step_with({observed_value("72 h")})})};
    deduplicate_run_observations(scenarios);
    EXPECT_THAT(observed_values(scenarios),
                ElementsAre("look T-LIMIT 72 h", "look T-TIME 9", "look T-LIMIT 48 h"));
    EXPECT_EQ(scenarios[1].steps[0].verdict, Verdict::kObserved);
    EXPECT_EQ(scenarios[1].steps[1].verdict, Verdict::kPassed);
}

TEST(MaxObserved, IsReportedOnceWithTheGreatestNumber) {
    const auto most = [](int number) {
        return max_observed_finding("T-LIMIT", "45 or 5", number, {});
    };
    std::vector<ScenarioResult> scenarios{
        sample_scenario("a", Verdict::kPassed, {step_with({most(9)})}),
        sample_scenario("b", Verdict::kPassed, {step_with({most(45)}), step_with({most(45)})}),
        sample_scenario("c", Verdict::kPassed, {step_with({most(10)})})};
    deduplicate_run_observations(scenarios);
    EXPECT_THAT(observed_values(scenarios), ElementsAre("look T-LIMIT 45"));
    EXPECT_EQ(scenarios[1].steps[0].verdict, Verdict::kObserved);
}

TEST(AcceptedName, IsReportedOnceEach) {
    Finding name = sample_finding(Verdict::kObserved, "T-ROWS", "rows", "row_count");
    name.code = kAcceptedName;
    Finding other = name;
    other.got = "rows_written";
    std::vector<ScenarioResult> scenarios{
        sample_scenario("a", Verdict::kPassed, {step_with({name, other}), step_with({name})})};
    deduplicate_run_observations(scenarios);
    EXPECT_THAT(observed_values(scenarios),
                ElementsAre("look T-ROWS row_count", "look T-ROWS rows_written"));
}

TEST(RunObservations, AreNotReportedBeforeTheEndOfTheRun) {
    const auto scenario = without_run_observations(
        sample_scenario("a", Verdict::kPassed, {step_with({observed_value("45")}), step_with({})}));
    EXPECT_TRUE(scenario.steps[0].findings.empty());
    EXPECT_EQ(scenario.steps[0].verdict, Verdict::kPassed);
}

TEST(OtherFindings, AreReportedEachTime) {
    const Finding finding = sample_finding(Verdict::kFailed, "T-X", "a", "b");
    std::vector<ScenarioResult> scenarios{
        sample_scenario("a", Verdict::kFailed, {step_with({finding}), step_with({finding})})};
    deduplicate_run_observations(scenarios);
    EXPECT_EQ(observed_values(scenarios).size(), 2U);
}

}  // namespace
}  // namespace plumbline::reports

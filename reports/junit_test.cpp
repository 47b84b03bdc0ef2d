#include "reports/render.hpp"
#include "reports/testing.hpp"
#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

#include <ostream>

namespace plumbline::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

RunResult run_of(ScenarioResult scenario) {
    RunResult result = sample_result();
    result.scenarios = {std::move(scenario)};
    return result;
}

TEST(Junit, HasATestCaseForEachCoverageGate) {
    EXPECT_THAT(
        render_junit(sample_result()),
        AllOf(HasSubstr("<testcase classname=\"coverage\" name=\"--min-verified 1\" "
                        "time=\"0.000\"/>"),
              HasSubstr("<failure message=\"AS-JOIN-1 is not_exercised (needs control)\"/>")));
}

TEST(Junit, CountsPerSuiteAndInTotal) {
    EXPECT_THAT(
        render_junit(sample_result()),
        AllOf(
            HasSubstr(
                R"(<testsuites name="plumbline" tests="12" failures="4" errors="1" skipped="2" time="0.251">)"),
            HasSubstr(
                R"(<testsuite name="control_plane" tests="6" failures="2" errors="0" skipped="0")"),
            HasSubstr(
                R"(<testsuite name="agent_streaming" tests="2" failures="0" errors="1" skipped="1")")));
}

TEST(Junit, HasAreaSuiteAndScenario) {
    EXPECT_THAT(render_junit(run_of(sample_scenario("a/b", Verdict::kPassed))),
                HasSubstr(R"(<testcase classname="control_plane.a" name="a/b" time="0.031"/>)"));
}

TEST(Junit, HasThePositionInAFileOfTheUserOnly) {
    RunResult result = run_of(sample_scenario("a/b", Verdict::kPassed));
    EXPECT_THAT(render_junit(result), Not(HasSubstr("deployments.arazzo.yaml")));
    result.files = {{"conformance/suites/deployments.arazzo.yaml", "tests/deployments.yaml"}};
    EXPECT_THAT(render_junit(result),
                HasSubstr(R"(time="0.031" file="tests/deployments.yaml" line="100"/>)"));
}

TEST(Junit, HasPropertiesOfRunAndCase) {
    EXPECT_THAT(
        render_junit(run_of(sample_failure())),
        AllOf(
            HasSubstr(R"(<property name="target" value="http://127.0.0.1:8080"/>)"),
            HasSubstr(R"(<property name="seed" value="18446744073709551615"/>)"),
            HasSubstr(R"(<property name="requirements" value="CP-PATCH-1,CP-PATCH-2,CP-READ-1"/>)"),
            HasSubstr(R"(<property name="basis" value="stated,stated,stated"/>)")));
}

TEST(Junit, ReportsAFailureInFull) {
    EXPECT_THAT(
        render_junit(run_of(sample_failure())),
        AllOf(
            HasSubstr(
                R"(<failure message="CP-PATCH-1: expected status 400 or 422, got 200" type="status">failed )"),
            HasSubstr("\n    expected  a \"quoted\"\\nvalue\n"),
            Not(HasSubstr("\x1b"))));
}

TEST(Junit, ReportsLeftoverResourcesAfterAFailure) {
    Finding left = sample_finding(Verdict::kWarned, "", "nothing left", "deployment 1: 500");
    left.code = kCleanupCode;
    ScenarioResult scenario = sample_failure();
    scenario.steps.push_back(sample_step("clean-up", {left}));
    EXPECT_THAT(render_junit(run_of(scenario)), HasSubstr("    leftover  deployment 1: 500\n"));
}

TEST(Junit, EscapesTheTextOfTheTarget) {
    EXPECT_THAT(render_junit(run_of(sample_failure())), HasSubstr("b &lt;&amp;&gt; ü"));
}

struct Case {
    Verdict verdict;
    std::string_view element;
};

void PrintTo(const Case& row, std::ostream* out) {
    *out << row.element;
}
class JunitElement : public testing::TestWithParam<Case> {};

TEST_P(JunitElement, FollowsTheVerdict) {
    ScenarioResult scenario = sample_scenario("a/b", GetParam().verdict);
    scenario.reason = "why";
    EXPECT_THAT(render_junit(run_of(std::move(scenario))), HasSubstr(GetParam().element));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    JunitElement,
    testing::Values(Case{Verdict::kFailed, R"(<failure message="why" type="failed">)"},
                    Case{Verdict::kFixed, R"(<failure message="why" type="fixed">)"},
                    Case{Verdict::kNotRun, R"(<error message="why" type="not_run">)"},
                    Case{Verdict::kSkipped, R"(<skipped message="why"/>)"},
                    Case{Verdict::kWarned, "<system-out>warned "},
                    Case{Verdict::kDeviated, "<system-out>deviated "},
                    Case{Verdict::kObserved, "<system-out>observed "}),
    RowName());

}  // namespace
}  // namespace plumbline::reports

// Known deviations in the result and in every report.

#include "reports/deviation.hpp"

#include "reports/render.hpp"
#include "reports/reports.hpp"
#include "reports/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

RunResult passed_run(std::vector<DeviationResult> deviations) {
    RunResult result;
    result.scenarios = {
        sample_scenario("deployments/read/one", Verdict::kPassed, {sample_step("read", {})})};
    result.deviations = std::move(deviations);
    result.files = {{"deviations.yaml", "deviations.yaml"}};
    return result;
}

DeviationResult with_status(DeviationStatus status) {
    return {sample_deviation("CP-READ-1", 20), status, "why", 0, {}};
}

TEST(DeviationStatus, ConvertsToTextAndBack) {
    EXPECT_EQ(to_text(DeviationStatus::kOtherTarget), "other_target");
    EXPECT_EQ(parse_deviation_status("not_exercised"), DeviationStatus::kNotExercised);
    EXPECT_EQ(parse_deviation_status("Fixed"), std::nullopt);
}

struct StatusCase {
    DeviationStatus status;
    int exit_code;
};
void PrintTo(const StatusCase& row, std::ostream* out) {
    *out << to_text(row.status);
}
class DeviationExitCode : public testing::TestWithParam<StatusCase> {};

TEST_P(DeviationExitCode, FollowsFromTheStatus) {
    EXPECT_EQ(passed_run({with_status(GetParam().status)}).exit_code(), GetParam().exit_code);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         DeviationExitCode,
                         testing::Values(StatusCase{DeviationStatus::kApplied, 0},
                                         StatusCase{DeviationStatus::kFixed, 1},
                                         StatusCase{DeviationStatus::kExpired, 1},
                                         StatusCase{DeviationStatus::kNotExercised, 0},
                                         StatusCase{DeviationStatus::kOtherTarget, 0}));

TEST(DeviationText, ShowsTheReasonAtTheFinding) {
    EXPECT_THAT(unwrapped(render_text(sample_result())),
                HasSubstr(" deviation the release of June accepts more, owner deployments team, "
                          "until 2026-06-30, https://issues.example/12 (deviations.yaml:10:3) "));
}

TEST(DeviationText, ListsTheEntriesAtTheEndTheFailuresLast) {
    const std::string text = unwrapped(render_text(sample_result(), {.verbosity = 1}));
    EXPECT_THAT(
        text,
        HasSubstr("\nknown deviations: 1 applied, 1 other target, 1 not exercised, 1 fixed, "
                  "1 expired\n"
                  "applied: deviations.yaml:10:3: CP-PATCH-1, code status, scenario "
                  "deployments/create/*: covers 1 finding, in deployments/create/path (the "
                  "release of June accepts more, owner deployments team, until 2026-06-30, "
                  "https://issues.example/12)\n"));
    EXPECT_THAT(text,
                HasSubstr("expired: deviations.yaml:30:3: CP-PATCH-2, code status, scenario "
                          "deployments/create/*: it expired on 2026-06-30 & fails (the release "));
    EXPECT_LT(text.find("not exercised: deviations.yaml:40"), text.find("fixed: deviations.yaml"));
    EXPECT_LT(text.find("fixed: deviations.yaml"), text.find("expired: deviations.yaml"));
    EXPECT_THAT(text, Not(HasSubstr("deviations.yaml:50")));
}

TEST(DeviationText, ListsOnlyTheFailuresUnlessAllAreWanted) {
    EXPECT_THAT(unwrapped(render_text(sample_result())),
                AllOf(HasSubstr("1 expired\nfixed: deviations.yaml:20:3: "),
                      HasSubstr("\nexpired: deviations.yaml:30:3: "),
                      Not(HasSubstr("\napplied: ")),
                      Not(HasSubstr("\nnot exercised: "))));
}

TEST(DeviationText, IsMissingWithoutEntries) {
    EXPECT_THAT(render_text(passed_run({})), Not(HasSubstr("known deviations")));
}

TEST(DeviationText, EscapesWhatAFileContains) {
    DeviationResult entry = with_status(DeviationStatus::kApplied);
    entry.entry.reason = "a\x1b[31mred\nreason";
    EXPECT_THAT(unwrapped(render_text(passed_run({entry}), {.verbosity = 1})),
                HasSubstr("(a\\x1b[31mred\\nreason, "));
}

TEST(DeviationText, CountsDeviatedRequirements) {
    EXPECT_THAT(render_text(sample_result()),
                AllOf(HasSubstr(" failed deviated warned "), HasSubstr("\ndeviated: CP-PATH-1\n")));
}

TEST(DeviationJunit, HasAFailedCaseForAnExpiredEntry) {
    const std::string xml = render_junit(passed_run({with_status(DeviationStatus::kExpired)}));
    EXPECT_THAT(xml, HasSubstr(R"(<testsuites name="plumbline" tests="2" failures="1" )"));
    EXPECT_THAT(xml, HasSubstr(R"(<testsuite name="known deviations" tests="1" failures="1" )"));
    EXPECT_THAT(xml,
                HasSubstr(R"(<testcase classname="known deviations" name="CP-READ-1, code status, )"
                          R"(scenario deployments/create/*" file="deviations.yaml" line="20">)"));
    EXPECT_THAT(xml, HasSubstr(R"(<failure message="why" type="expired">the release of June )"));
}

TEST(DeviationJunit, HasNoCaseForOtherEntries) {
    EXPECT_THAT(render_junit(passed_run({with_status(DeviationStatus::kApplied)})),
                Not(HasSubstr("known deviations")));
}

TEST(DeviationJunit, ShowsTheReasonOfDeviatedAndFixedScenarios) {
    const std::string xml = unwrapped(render_junit(sample_result()));
    EXPECT_THAT(xml,
                HasSubstr("the release of June accepts more, owner deployments team, until "
                          "2026-06-30, https://issues.example/12 (deviations.yaml:10:3)"));
    EXPECT_THAT(xml, HasSubstr("(deviations.yaml:20:3)"));
}

}  // namespace
}  // namespace plumbline::reports

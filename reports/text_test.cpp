#include "reports/render.hpp"
#include "reports/run_observations.hpp"
#include "reports/testing.hpp"
#include "reports/text_format.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string scenario_text(const ScenarioResult& scenario) {
    return render_scenario(scenario, sample_result().requirements, {});
}

TEST(ScenarioText, IsOneLineForAPassedScenario) {
    EXPECT_EQ(scenario_text(sample_scenario("a/b", Verdict::kPassed, {sample_step("s", {})})),
              "passed   a/b (31 ms)\n");
}

TEST(ScenarioText, ReportsWhyItWasNotRun) {
    ScenarioResult scenario = sample_scenario("a/b", Verdict::kNotRun);
    scenario.reason = "the connection was refused";
    EXPECT_EQ(scenario_text(scenario), "not_run  a/b (31 ms): the connection was refused\n");
}

TEST(ScenarioText, ReportsEverythingNeededToFixAFailure) {
    EXPECT_THAT(scenario_text(sample_failure()),
                AllOf(HasSubstr("failed   deployments/patch/name-is-immutable"),
                      HasSubstr("CP-PATCH-1 (stated): A patch never changes the name"),
                      HasSubstr("deployments.arazzo.yaml:120:11, step rename, attempt 2"),
                      HasSubstr("expected  status 400 or 422"),
                      HasSubstr("got       200"),
                      HasSubstr("note      name is immutable"),
                      HasSubstr("repeat    curl -X PATCH"),
                      HasSubstr("response  200 {\"id\"")));
}

TEST(ScenarioText, ReportsTheOutcomeOfAStream) {
    EXPECT_THAT(scenario_text(sample_stream()),
                HasSubstr("    stream    12 events, the first after 3.2 ms, 1024 bytes, ended: "
                          "closed\n"));
    ScenarioResult silent = sample_stream();
    silent.steps.front().exchanges.front().streams.front() = {0, 0, -1, "deadline"};
    EXPECT_THAT(scenario_text(silent), HasSubstr("0 events, 0 bytes, ended: deadline"));
}

TEST(ScenarioText, PutsTheWorstFindingFirst) {
    const std::string text = scenario_text(sample_failure());
    EXPECT_LT(text.find("CP-PATCH-1"), text.find("a \\\"quoted"));
    EXPECT_THAT(text,
                AllOf(Not(HasSubstr("CP-PATCH-2")), HasSubstr("and 1 more, all in result.json")));
}

TEST(ScenarioText, CountsOmittedAttempts) {
    EXPECT_THAT(scenario_text(sample_failure()),
                HasSubstr("step rename, attempt 2 (1 earlier omitted)\n"));
}

TEST(ScenarioText, ReportsLeftoverResourcesAfterWorseFindings) {
    Finding left = sample_finding(Verdict::kWarned, "", "nothing left", "deployment 1: 500");
    left.code = kCleanupCode;
    Finding more = left;
    more.got = "deployment 2: 409";
    ScenarioResult scenario = sample_failure();
    scenario.steps.push_back(sample_step("clean-up", {left}));
    EXPECT_THAT(scenario_text(scenario), HasSubstr("    leftover  deployment 1: 500\n"));
    scenario.steps.push_back(sample_step("clean-up", {more}));
    EXPECT_THAT(scenario_text(scenario),
                HasSubstr("    leftover  2: deployment 1: 500; deployment 2: 409\n"));
}

TEST(ScenarioText, ShowsACommandInANoteInFull) {
    Finding finding = sample_finding(Verdict::kWarned, "", "x", "y");
    finding.note = "try " + std::string(500, 'c') + " end";
    EXPECT_THAT(
        scenario_text(sample_scenario("a/b", Verdict::kWarned, {sample_step("s", {finding})})),
        HasSubstr("c end\n"));
}

TEST(ScenarioText, StaysUnderFifteenLines) {
    ScenarioResult scenario = sample_failure();
    for (Finding& finding : scenario.steps[1].findings) {
        finding.requirements = {"A-1", "A-2", "A-3", "A-4"};
        finding.note = "n";
    }
    const std::string text = scenario_text(scenario);
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 15);
}

TEST(ScenarioText, CountsFurtherRequirements) {
    Finding finding = sample_finding(Verdict::kWarned, "CP-PATCH-2", "x", "y");
    finding.requirements.push_back("CP-READ-1");
    EXPECT_THAT(
        scenario_text(sample_scenario("a/b", Verdict::kFailed, {sample_step("s", {finding})})),
        HasSubstr("  CP-PATCH-2 (stated), warned: A refusal states its reason (and 1 more)\n"));
}

TEST(ScenarioText, ShowsOneFindingIfTheStepsDiffer) {
    const Finding first = sample_finding(Verdict::kFailed, "CP-READ-1", "x", "y");
    const Finding second = sample_finding(Verdict::kFailed, "CP-PATCH-1", "x", "y");
    EXPECT_THAT(
        scenario_text(sample_scenario(
            "a/b", Verdict::kFailed, {sample_step("s", {first}), sample_step("t", {second})})),
        AllOf(HasSubstr("CP-READ-1"),
              Not(HasSubstr("CP-PATCH-1")),
              HasSubstr("and 1 more, all in result.json")));
}

TEST(ScenarioText, EscapesControlCharactersOfTheTarget) {
    EXPECT_THAT(scenario_text(sample_failure()),
                AllOf(Not(HasSubstr("\x1b")), HasSubstr("got       \\x1b[31m<b>&\\x01")));
}

TEST(ScenarioText, RefersToTheJsonResultForALongCommand) {
    ScenarioResult scenario = sample_failure();
    scenario.steps[1].exchanges[0].curl = "curl 'a\nb'";
    EXPECT_THAT(scenario_text(scenario), HasSubstr("a long command: see `curl` in result.json"));
}

TEST(ScenarioText, ShowsTheCodeWithoutAViolatedRequirement) {
    const Finding finding = sample_finding(Verdict::kFailed, "", "x", "y");
    EXPECT_THAT(
        scenario_text(sample_scenario("a/b", Verdict::kFailed, {sample_step("s", {finding})})),
        HasSubstr("\n  status\n"));
}

TEST(ScenarioText, ShowsARequirementThatIsNotInTheLedger) {
    const Finding finding = sample_finding(Verdict::kFailed, "XX-1", "x", "y");
    EXPECT_THAT(
        scenario_text(sample_scenario("a/b", Verdict::kFailed, {sample_step("s", {finding})})),
        HasSubstr("\n  XX-1\n"));
}

TEST(ScenarioText, IsColouredOnlyOnRequest) {
    const ScenarioResult scenario = sample_scenario("a/b", Verdict::kPassed);
    EXPECT_THAT(render_scenario(scenario, {}, {.color = true}),
                HasSubstr("\x1b[32mpassed  \x1b[0m a/b"));
    EXPECT_THAT(render_scenario(scenario, {}, {}), Not(HasSubstr("\x1b")));
}

TEST(RunText, EndsWithTheSummaryLine) {
    EXPECT_THAT(render_text(sample_result()),
                EndsWith('\n' + summary_line(sample_result().verdict_counts()) + '\n'));
    EXPECT_THAT(render_text({}), EndsWith('\n' + summary_line({}) + '\n'));
}

TEST(RunText, PutsFailuresLast) {
    const std::string text = render_text(sample_result());
    EXPECT_LT(text.find("passed   deployments"), text.find("not_run  1 for"));
    EXPECT_LT(text.find("not_run  1 for"), text.find("failed   deployments"));
}

TEST(RunText, SeparatesFailuresByAnEmptyLine) {
    RunResult result = sample_result();
    result.scenarios.push_back(sample_failure());
    EXPECT_THAT(render_text(result), HasSubstr("all in result.json\n\nfailed   deployments"));
}

TEST(RunText, OmitsPassedScenariosOnRequest) {
    EXPECT_THAT(render_text(sample_result(), {.list_passed = false}),
                Not(HasSubstr("passed   deployments/create/minimal")));
}

TEST(RunText, OnlyListsScenariosThatWereShownBefore) {
    const std::string text = render_text(sample_result(), {.show_scenarios = false});
    EXPECT_THAT(text,
                AllOf(HasSubstr("failed   above: deployments/patch/name-is-immutable\n"),
                      HasSubstr("skipped  1 for: needs control\n"),
                      HasSubstr("not_run  1 for: GET http://127.0.0.1:8080/x: "),
                      Not(HasSubstr("not_run  above")),
                      HasSubstr("1 passed, 1 failed"),
                      Not(HasSubstr("expected  ")),
                      Not(HasSubstr("passed   deployments/create/minimal"))));
}

TEST(RunText, ReportsReplayedScenariosThatPassed) {
    EXPECT_THAT(render_text(sample_result(), {.list_passed = false}),
                HasSubstr("\nreplayed: deployments/create/minimal, the runner itself stalled "
                          "for 2.5 s when it was first played\n"));
}

TEST(RunText, DoesNotMentionReplaysWithoutAny) {
    RunResult result = sample_result();
    result.scenarios.erase(result.scenarios.begin());
    EXPECT_THAT(render_text(result), Not(HasSubstr("replayed")));
}

TEST(RunText, ListsScenariosNotRunToTheEndAfterThoseGroupedByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[7]);
    result.scenarios.back().name = "stream/leave";
    result.scenarios.back().steps = {sample_step("leave", {})};
    EXPECT_THAT(render_text(result, {.show_scenarios = false}),
                HasSubstr("    stream/join\nnot_run  above: stream/leave\n"));
}

TEST(RunText, GroupsSkippedScenariosByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[6]);
    EXPECT_THAT(render_text(result),
                HasSubstr("skipped  2 for: needs control\n    stream/pause\n    stream/pause\n"));
}

TEST(RunText, GroupsScenariosNotRunByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[7]);
    EXPECT_THAT(
        render_text(result),
        HasSubstr("not_run  2 for: GET http://127.0.0.1:8080/x: the connection was refused\n"
                  "    stream/join\n    stream/join\n"));
}

TEST(RunText, ReportsTheStepsOfScenariosNotRunToTheEnd) {
    RunResult result = sample_result();
    result.scenarios[7].steps = {sample_step(
        "join", {sample_finding(Verdict::kNotRun, "", "a response to join", "silence")})};
    EXPECT_THAT(render_text(result), HasSubstr("not_run  stream/join (31 ms): GET "));
    EXPECT_THAT(render_text(result), HasSubstr("got       silence"));
}

TEST(RunText, ReportsRequirementsThatWereNotExercised) {
    EXPECT_THAT(
        render_text(sample_result()),
        AllOf(HasSubstr("not exercised: 1 for: needs control\n    requirements: AS-JOIN-1\n"),
              HasSubstr("failed: CP-PATCH-1\n")));
}

TEST(RunText, ReportsWhyARequirementWasNotExercised) {
    RunResult result = sample_result();
    result.requirements[0].outcome = "not_exercised";
    result.requirements[0].missing = "needs control";
    EXPECT_THAT(
        render_text(result),
        AllOf(HasSubstr(
                  "not exercised: 2 for: needs control\n    requirements: CP-READ-1, AS-JOIN-1\n"),
              HasSubstr("not checkable: AS-NOTE-1 (needs an endpoint")));
}

TEST(RunText, OmitsConstantPartsOnRequest) {
    EXPECT_THAT(
        render_text(sample_result(), {.list_passed = false}),
        AllOf(HasSubstr("not exercised: 1 for: needs control\n    requirements: AS-JOIN-1\n"),
              Not(HasSubstr("AS-NOTE-1"))));
}

TEST(RunText, TruncatesALongListOfIds) {
    RunResult result = sample_result();
    result.requirements.assign(20, sample_requirement("CP-1", "x", "not_exercised"));
    EXPECT_THAT(render_text(result), HasSubstr("CP-1 and 8 more\n"));
}

TEST(TextFormat, ShowsDurationsInASuitableUnit) {
    EXPECT_EQ(duration_text(31.4), "31 ms");
    EXPECT_EQ(duration_text(12'345), "12.3 s");
}

TEST(TextFormat, TruncatesAtACharacterBoundary) {
    EXPECT_EQ(one_line("aü", 2), "a...");
    EXPECT_EQ(one_line("aü", 3), "aü");
    EXPECT_EQ(one_line("a\tb\r\n"), "a\\tb\\r\\n");
    EXPECT_EQ(one_line("\xc2\x9b"
                       "31m\xc2\xa0"),
              "\\xc2\\x9b31m\xc2\xa0");
    EXPECT_EQ(one_line("\x9b"
                       "31m\xff\xe2\x82"),
              "\\x9b31m\\xff\\xe2\\x82");
    EXPECT_EQ(one_line(std::string(300, '\x80'), 2), "...");
    EXPECT_FALSE(is_plain_line("a\xc2\x9b"));
    EXPECT_FALSE(is_plain_line("a\xff"));
    EXPECT_TRUE(is_plain_line("a\xc3\xbc"));
}

TEST(RunText, ReportsAcceptedNames) {
    RunResult result = sample_result();
    Finding name = sample_finding(Verdict::kObserved, "CP-READ-1", "/*/rows of listRuns", "count");
    name.code = kAcceptedName;
    result.scenarios[0].steps[0].findings = {name};
    EXPECT_THAT(render_text(result),
                HasSubstr("observed: /*/rows of listRuns has the name count\n"));
}

}  // namespace
}  // namespace plumbline::reports

#include "reports/render.hpp"
#include "reports/testing.hpp"
#include "reports/text_parts.hpp"
#include "reports/told_once.hpp"

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

TEST(ScenarioText, SaysWhyItWasNotRun) {
    ScenarioResult scenario = sample_scenario("a/b", Verdict::kNotRun);
    scenario.reason = "the connection was refused";
    EXPECT_EQ(scenario_text(scenario), "not_run  a/b (31 ms): the connection was refused\n");
}

TEST(ScenarioText, TellsAllThatHelpsToMendAFailure) {
    EXPECT_THAT(scenario_text(sample_failure()),
                AllOf(HasSubstr("failed   deployments/patch/name-is-immutable"),
                      HasSubstr("CP-PATCH-1 (stated): A patch never changes the name"),
                      HasSubstr("deployments.arazzo.yaml:120:11, step rename, attempt 2"),
                      HasSubstr("expected  status 400 or 422"),
                      HasSubstr("got       200"),
                      HasSubstr("note      name is immutable"),
                      HasSubstr("repeat    curl -X PATCH"),
                      HasSubstr("answer    200 {\"id\"")));
}

TEST(ScenarioText, TellsWhatCameOfAStream) {
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

TEST(ScenarioText, SaysHowManyAttemptsAreNotOnRecord) {
    EXPECT_THAT(scenario_text(sample_failure()),
                HasSubstr("step rename, attempt 2 (1 before it left out)\n"));
}

TEST(ScenarioText, TellsWhatIsLeftBehindWhateverIsWorse) {
    Finding left = sample_finding(Verdict::kWarned, "", "nothing left", "deployment 1: 500");
    left.code = kCleanUp;
    Finding more = left;
    more.got = "deployment 2: 409";
    ScenarioResult scenario = sample_failure();
    scenario.steps.push_back(sample_step("clean-up", {left}));
    EXPECT_THAT(scenario_text(scenario), HasSubstr("    left      deployment 1: 500\n"));
    scenario.steps.push_back(sample_step("clean-up", {more}));
    EXPECT_THAT(scenario_text(scenario),
                HasSubstr("    left      2: deployment 1: 500; deployment 2: 409\n"));
}

TEST(ScenarioText, ShowsACommandInANoteWhole) {
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
        HasSubstr("  CP-PATCH-2 (stated), warned: A refusal says why (and 1 more)\n"));
}

TEST(ScenarioText, ShowsOneFindingWhereStepsDiffer) {
    const Finding first = sample_finding(Verdict::kFailed, "CP-READ-1", "x", "y");
    const Finding second = sample_finding(Verdict::kFailed, "CP-PATCH-1", "x", "y");
    EXPECT_THAT(
        scenario_text(sample_scenario(
            "a/b", Verdict::kFailed, {sample_step("s", {first}), sample_step("t", {second})})),
        AllOf(HasSubstr("CP-READ-1"),
              Not(HasSubstr("CP-PATCH-1")),
              HasSubstr("and 1 more, all in result.json")));
}

TEST(ScenarioText, LetsNoTargetSteerTheTerminal) {
    EXPECT_THAT(scenario_text(sample_failure()),
                AllOf(Not(HasSubstr("\x1b")), HasSubstr("got       \\x1b[31m<b>&\\x01")));
}

TEST(ScenarioText, PointsToALongCommand) {
    ScenarioResult scenario = sample_failure();
    scenario.steps[1].exchanges[0].curl = "curl 'a\nb'";
    EXPECT_THAT(scenario_text(scenario), HasSubstr("a long command: see `curl` in result.json"));
}

TEST(ScenarioText, NamesTheCodeWhereNoRequirementIsBroken) {
    const Finding finding = sample_finding(Verdict::kFailed, "", "x", "y");
    EXPECT_THAT(
        scenario_text(sample_scenario("a/b", Verdict::kFailed, {sample_step("s", {finding})})),
        HasSubstr("\n  status\n"));
}

TEST(ScenarioText, KeepsARequirementThatTheLedgerLacks) {
    const Finding finding = sample_finding(Verdict::kFailed, "XX-1", "x", "y");
    EXPECT_THAT(
        scenario_text(sample_scenario("a/b", Verdict::kFailed, {sample_step("s", {finding})})),
        HasSubstr("\n  XX-1\n"));
}

TEST(ScenarioText, IsColouredOnlyIfAsked) {
    const ScenarioResult scenario = sample_scenario("a/b", Verdict::kPassed);
    EXPECT_THAT(render_scenario(scenario, {}, {.color = true}),
                HasSubstr("\x1b[32mpassed  \x1b[0m a/b"));
    EXPECT_THAT(render_scenario(scenario, {}, {}), Not(HasSubstr("\x1b")));
}

TEST(RunText, EndsWithTheSummaryLine) {
    EXPECT_THAT(render_text(sample_result()),
                EndsWith('\n' + summary_line(sample_result().tally()) + '\n'));
    EXPECT_THAT(render_text({}), EndsWith('\n' + summary_line({}) + '\n'));
}

TEST(RunText, PutsFailuresAfterAllElse) {
    const std::string text = render_text(sample_result());
    EXPECT_LT(text.find("passed   deployments"), text.find("not_run  1 for"));
    EXPECT_LT(text.find("not_run  1 for"), text.find("failed   deployments"));
}

TEST(RunText, SeparatesFailuresByAnEmptyLine) {
    RunResult result = sample_result();
    result.scenarios.push_back(sample_failure());
    EXPECT_THAT(render_text(result), HasSubstr("all in result.json\n\nfailed   deployments"));
}

TEST(RunText, LeavesPassedScenariosOutIfAsked) {
    EXPECT_THAT(render_text(sample_result(), {.list_passed = false}),
                Not(HasSubstr("passed   deployments/create/minimal")));
}

TEST(RunText, OnlyNamesWhatHasBeenToldBefore) {
    const std::string text = render_text(sample_result(), {.tells_scenarios = false});
    EXPECT_THAT(text,
                AllOf(HasSubstr("failed   above: deployments/patch/name-is-immutable\n"),
                      HasSubstr("skipped  1 for: needs control\n"),
                      HasSubstr("not_run  1 for: GET http://127.0.0.1:8080/x: "),
                      Not(HasSubstr("not_run  above")),
                      HasSubstr("1 passed, 1 failed"),
                      Not(HasSubstr("expected  ")),
                      Not(HasSubstr("passed   deployments/create/minimal"))));
}

TEST(RunText, SaysWhatWasPlayedAgainAndWhyWhereverItPassed) {
    EXPECT_THAT(
        render_text(sample_result(), {.list_passed = false}),
        HasSubstr("\nplayed again: deployments/create/minimal, the runner itself stood still "
                  "for 2.5 s when it was first played\n"));
}

TEST(RunText, SaysNothingOfPlayingAgainWhereAllWasPlayedOnce) {
    RunResult result = sample_result();
    result.scenarios.erase(result.scenarios.begin());
    EXPECT_THAT(render_text(result), Not(HasSubstr("played again")));
}

TEST(RunText, NamesWhatBrokeOffAfterAStepBehindWhatComesByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[7]);
    result.scenarios.back().name = "stream/leave";
    result.scenarios.back().steps = {sample_step("leave", {})};
    EXPECT_THAT(render_text(result, {.tells_scenarios = false}),
                HasSubstr("    stream/join\nnot_run  above: stream/leave\n"));
}

TEST(RunText, GroupsSkippedScenariosByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[6]);
    EXPECT_THAT(render_text(result),
                HasSubstr("skipped  2 for: needs control\n    stream/pause\n    stream/pause\n"));
}

TEST(RunText, GroupsWhatWasNotRunByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[7]);
    EXPECT_THAT(
        render_text(result),
        HasSubstr("not_run  2 for: GET http://127.0.0.1:8080/x: the connection was refused\n"
                  "    stream/join\n    stream/join\n"));
}

TEST(RunText, TellsTheStepsOfWhatWasNotRunToItsEnd) {
    RunResult result = sample_result();
    result.scenarios[7].steps = {sample_step(
        "join", {sample_finding(Verdict::kNotRun, "", "an answer to join", "silence")})};
    EXPECT_THAT(render_text(result), HasSubstr("not_run  stream/join (31 ms): GET "));
    EXPECT_THAT(render_text(result), HasSubstr("got       silence"));
}

TEST(RunText, SaysWhatWasNotTested) {
    EXPECT_THAT(render_text(sample_result()),
                AllOf(HasSubstr("not exercised: AS-JOIN-1\n"), HasSubstr("failed: CP-PATCH-1\n")));
}

TEST(RunText, SaysWhyARequirementWasNotTested) {
    RunResult result = sample_result();
    result.requirements[0].outcome = "not_exercised";
    result.requirements[0].reason = "what checks it was skipped: needs control";
    EXPECT_THAT(render_text(result),
                AllOf(HasSubstr("not exercised: CP-READ-1 (what checks it was skipped: needs "
                                "control)\nnot exercised: AS-JOIN-1\n"),
                      HasSubstr("not checkable: AS-NOTE-1 (needs an endpoint")));
}

TEST(RunText, LeavesOutWhatIsTheSameInEveryRunIfAsked) {
    EXPECT_THAT(render_text(sample_result(), {.list_passed = false}),
                AllOf(HasSubstr("not exercised: AS-JOIN-1\n"), Not(HasSubstr("AS-NOTE-1"))));
}

TEST(RunText, CutsALongListOfIds) {
    RunResult result = sample_result();
    result.requirements.assign(20, sample_requirement("CP-1", "x", "not_exercised"));
    EXPECT_THAT(render_text(result), HasSubstr("CP-1 and 8 more\n"));
}

TEST(TextParts, TellTimeInAFittingUnit) {
    EXPECT_EQ(took_text(31.4), "31 ms");
    EXPECT_EQ(took_text(12'345), "12.3 s");
}

TEST(TextParts, CutAtACharacterEdge) {
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

TEST(Text, TellsTheNamesThatWereAccepted) {
    RunResult result = sample_result();
    Finding name = sample_finding(Verdict::kObserved, "CP-READ-1", "/*/rows of listRuns", "count");
    name.code = kAcceptedName;
    result.scenarios[0].steps[0].findings = {name};
    EXPECT_THAT(render_text(result), HasSubstr("observed: /*/rows of listRuns is called count\n"));
}

}  // namespace
}  // namespace plumbline::reports

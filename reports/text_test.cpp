#include "spec/base/text.hpp"

#include "reports/render.hpp"
#include "reports/run_observations.hpp"
#include "reports/testing.hpp"
#include "reports/text_format.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

using testing::AllOf;
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
    EXPECT_THAT(unwrapped(scenario_text(sample_failure())),
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
    EXPECT_THAT(unwrapped(scenario_text(sample_failure())),
                HasSubstr("step rename, attempt 2 (1 earlier omitted) "));
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
        HasSubstr("c\n              end\n"));
}

TEST(ScenarioText, StaysUnderTwentyLines) {
    ScenarioResult scenario = sample_failure();
    for (Finding& finding : scenario.steps[1].findings) {
        finding.requirements = {"A-1", "A-2", "A-3", "A-4"};
        finding.note = "n";
    }
    const std::string text = scenario_text(scenario);
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 20);
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
              "\\u009b31m\xc2\xa0");
    EXPECT_EQ(one_line("a\u202eb\u2066c\u200fd\ufeff"), "a\\u202eb\\u2066c\\u200fd\\ufeff");
    EXPECT_EQ(one_line("\x9b"
                       "31m\xff\xe2\x82"),
              "\\x9b31m\\xff\\xe2\\x82");
    EXPECT_EQ(one_line(std::string(300, '\x80'), 2), "...");
    EXPECT_FALSE(is_plain_line("a\xc2\x9b"));
    EXPECT_FALSE(is_plain_line("a\u202e"));
    EXPECT_FALSE(is_plain_line("a\xff"));
    EXPECT_TRUE(is_plain_line("a\xc3\xbc"));
}

TEST(TextFormat, EscapesControlsOnSeveralLinesExceptOwnColors) {
    EXPECT_EQ(printable_lines("a\tb\n\x1b[32mc\xff"), "a\\tb\n\\x1b[32mc\\xff");
    EXPECT_EQ(printable_lines("\x1b[32mok\x1b[0m\x1b[2J", true), "\x1b[32mok\x1b[0m\\x1b[2J");
}

TEST(TextFormat, WrapsErrorsExceptExcerptsWithACaret) {
    const std::string word(60, 'w');
    const Error error{ErrorCode::kSyntax,
                      "bad \x1b " + word + " end",
                      {"a.yaml", 3, 7},
                      {word + "  " + word, std::string(30, ' ') + '^', "fix " + word + ' ' + word}};
    EXPECT_EQ(error_lines("error: ", error),
              "error: a.yaml:3:7: bad \\x1b\n    " + word + " end\n  " + word + "  " + word +
                  "\n  " + std::string(30, ' ') + "^\n  fix " + word + "\n    " + word + '\n');
}

}  // namespace
}  // namespace plumbline::reports

#include "reports/render.hpp"
#include "reports/run_observations.hpp"
#include "reports/testing.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> lines_of_text(const std::string& text) {
    std::vector<std::string> lines;
    for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
    return lines;
}

TEST(RunText, EndsWithTheSummaryLine) {
    EXPECT_THAT(render_text(sample_result()),
                EndsWith("\n1 passed, 1 failed, 1 warned, 1 deviated, 1 fixed, 1 observed, 1 "
                         "skipped,\n    1 not_run\n"));
    EXPECT_THAT(render_text({}), EndsWith("\n0 passed, 0 failed, 0 warned\n"));
}

TEST(RunText, PutsFailuresLast) {
    const std::string text = render_text(sample_result(), {.verbosity = 1});
    EXPECT_LT(text.find("passed   deployments"), text.find("deviated deployments"));
    EXPECT_LT(text.find("not_run  stream/join"), text.find("failed   deployments"));
    EXPECT_LT(text.find("failed   deployments"), text.find("\nrequirements "));
}

TEST(RunText, SeparatesCausesByAnEmptyLine) {
    RunResult result = sample_result();
    result.scenarios.push_back(sample_stream());
    EXPECT_THAT(render_text(result, {.verbosity = 1}),
                HasSubstr("all in result.json\n\nrequirements "));
}

TEST(RunText, ListsPassedScenariosOnlyOnRequest) {
    EXPECT_THAT(render_text(sample_result()), Not(HasSubstr("passed   deployments")));
    EXPECT_THAT(render_text(sample_result(), {.verbosity = 1}),
                HasSubstr("\npassed   deployments/create/minimal (31 ms), replayed\n"));
    EXPECT_THAT(render_text(sample_result(), {.verbosity = 1, .lists_passed = false}),
                Not(HasSubstr("passed   deployments/create/minimal")));
}

TEST(RunText, ShowsTheExchangesOfPassedScenariosOnRequest) {
    const std::string exchange =
        "  create: PATCH http://127.0.0.1:8080/v2/deployments/1 (2 ms)\n"
        "    response  200 {\"id\"";
    EXPECT_THAT(render_text(sample_result(), {.verbosity = 1}), Not(HasSubstr(exchange)));
    EXPECT_THAT(render_text(sample_result(), {.verbosity = 2}), HasSubstr(exchange));
}

TEST(RunText, HasALinePerCauseAndTheCountsInQuietMode) {
    EXPECT_THAT(render_text(sample_result(), {.verbosity = -1}),
                AllOf(StartsWith("observed deployments/list/shape: CP-LIST-9\n"),
                      HasSubstr("\nfailed   deployments/patch/name-is-immutable: CP-PATCH-1\n"),
                      HasSubstr("gate not met: "),
                      Not(HasSubstr("expected  ")),
                      HasSubstr("scenarios:\n1 passed, 1 failed, ")));
}

TEST(RunText, ReportsReplayedScenariosThatPassed) {
    EXPECT_THAT(render_text(sample_result()),
                HasSubstr("\nreplayed: 1 scenario (-v names the reasons)\n"));
    EXPECT_THAT(unwrapped(render_text(sample_result(), {.verbosity = 1})),
                HasSubstr("\nreplayed: deployments/create/minimal, the runner itself stalled for "
                          "2.5 s when it was first played\n"));
}

TEST(RunText, SaysWhichSeveritiesWereChanged) {
    RunResult result = sample_result();
    EXPECT_THAT(render_text(result), Not(HasSubstr("severity changed")));
    result.severity = {{"schema", "ignore"}, {"status", "warn"}};
    EXPECT_THAT(render_text(result), HasSubstr("severity changed: schema=ignore, status=warn\n"));
}

TEST(RunText, DoesNotMentionReplaysWithoutAny) {
    RunResult result = sample_result();
    result.scenarios.erase(result.scenarios.begin());
    EXPECT_THAT(render_text(result), Not(HasSubstr("replayed")));
}

TEST(RunText, GroupsSkippedScenariosByReasonWithWhatTheyPrevent) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[6]);
    EXPECT_THAT(render_text(result),
                AllOf(HasSubstr("\nskipped  2 scenarios, 1 requirement: needs control\n"),
                      Not(HasSubstr("stream/pause"))));
    EXPECT_THAT(render_text(result, {.verbosity = 1}),
                HasSubstr("needs control\n    stream/pause, stream/pause\n"
                          "    requirements: AS-JOIN-1\n"));
}

TEST(RunText, BoundsTheReasonsOfSkippedScenarios) {
    RunResult result;
    for (int i = 0; i < 9; ++i) {
        result.scenarios.push_back(sample_scenario("a/b", Verdict::kSkipped));
        result.scenarios.back().reason = "needs the input " + std::to_string(i);
    }
    EXPECT_THAT(render_text(result),
                AllOf(HasSubstr("needs the input 4\n    and 4 more reasons: -v shows them\n"),
                      Not(HasSubstr("needs the input 5"))));
    EXPECT_THAT(render_text(result, {.verbosity = 1}), HasSubstr("needs the input 8\n"));
}

TEST(RunText, GroupsScenariosNotRunByReason) {
    RunResult result = sample_result();
    result.scenarios.push_back(result.scenarios[7]);
    EXPECT_THAT(render_text(result, {.verbosity = 1}),
                HasSubstr("not_run  stream/join and 1 more: GET http://127.0.0.1:8080/x: the "
                          "connection was\n    refused\n  also: stream/join\n"));
}

TEST(RunText, ReportsTheStepsOfScenariosNotRunToTheEnd) {
    RunResult result;
    result.scenarios = {sample_scenario(
        "stream/join",
        Verdict::kNotRun,
        {sample_step("join",
                     {sample_finding(Verdict::kNotRun, "", "a response to join", "silence")})})};
    EXPECT_THAT(render_text(result),
                AllOf(HasSubstr("not_run  stream/join (31 ms)"), HasSubstr("got       silence")));
}

TEST(RunText, NeverCutsARemedy) {
    RunResult result = sample_result();
    result.scenarios = {sample_scenario("a/b", Verdict::kNotRun)};
    result.scenarios[0].reason = "the certificate is not trusted: " + std::string(400, 'x') +
                                 " ; name the authority with --ca-file FILE";
    EXPECT_THAT(render_text(result), HasSubstr("--ca-file FILE\n"));
}

TEST(RunText, NeverCutsATransportMessage) {
    const std::string message = "the certificate is not trusted: " + std::string(400, 'x') +
                                " ; name the authority with --ca-file FILE";
    RunResult result;
    for (int i = 0; i < 8; ++i) {  // causes in full, others in short
        result.scenarios.push_back(sample_scenario("a/b" + std::to_string(i), Verdict::kNotRun));
        result.scenarios.back().reason = std::string(1, static_cast<char>('A' + i)) + message;
    }
    result.scenarios.push_back(sample_scenario(
        "a/c",
        Verdict::kNotRun,
        {sample_step("read", {sample_finding(Verdict::kNotRun, "", "a response", message)})}));
    for (const int verbosity : {-1, 0, 1}) {
        const std::string text = unwrapped(render_text(result, {.verbosity = verbosity}));
        const auto count = [&](const std::string& part) {
            std::size_t found = 0;
            for (std::size_t at = text.find(part); at != std::string::npos;
                 at = text.find(part, at + 1))
                ++found;
            return found;
        };
        EXPECT_GE(count("the certificate"), 6U);
        EXPECT_EQ(count("the certificate"), count("name the authority with --ca-file FILE"));
        EXPECT_THAT(text, Not(HasSubstr("...")));
    }
}

TEST(RunText, EscapesControlCharactersOfAResult) {
    ScenarioResult scenario = sample_failure();
    scenario.name = "a\x1b[2J\u202e/b\nc";
    scenario.steps[1].id = "s\x9b";
    for (Finding& finding : scenario.steps[1].findings) finding.requirements = {"R\x1b[0m-1"};
    RunResult result;
    result.scenarios = {scenario, scenario};
    for (const int verbosity : {-1, 0, 1, 2}) {
        const std::string text = render_text(result, {.color = true, .verbosity = verbosity});
        EXPECT_THAT(text, HasSubstr("a\\x1b[2J\\u202e/b\\nc"));
        EXPECT_THAT(text, Not(HasSubstr("\x1b[2J")));
        EXPECT_THAT(text, Not(HasSubstr("\u202e")));
        EXPECT_THAT(text, Not(HasSubstr("s\x9b")));
    }
    for (const std::string& text :
         {render_markdown(result), render_annotations(result), render_tap(result)}) {
        EXPECT_THAT(text, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\u202e"))));
        EXPECT_THAT(text, HasSubstr("2J"));
    }
}

TEST(RunText, CountsWhatWasNotExercisedOrCannotBeChecked) {
    const std::string text = render_text(sample_result());
    EXPECT_THAT(text,
                AllOf(HasSubstr("unexercised uncheckable"), HasSubstr("failed: CP-PATCH-1\n")));
    EXPECT_THAT(text, Not(HasSubstr("AS-NOTE-1")));
    EXPECT_THAT(unwrapped(text), HasSubstr("not exercised (plumbline list --requirements)\n"));
}

TEST(RunText, TruncatesALongListOfIds) {
    RunResult result = sample_result();
    result.requirements.assign(20, sample_requirement("CP-1", "x", "failed"));
    EXPECT_THAT(render_text(result), HasSubstr("failed: CP-1, "));
    EXPECT_THAT(render_text(result), HasSubstr("CP-1 and 12 more\n"));
}

std::ptrdiff_t line_count_of(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(RunText, ShowsOneCauseOfManyFailuresOnce) {
    RunResult result;
    for (int i = 0; i < 568; ++i)
        result.scenarios.push_back(
            sample_failure_of(i, "status 200 within " + std::to_string(i) + " ms"));
    const std::string text = render_text(result);
    EXPECT_THAT(text, HasSubstr("failed   many/0 and 567 more\n"));
    EXPECT_LT(line_count_of(text), 40);
}

TEST(RunText, StaysBoundedWithManyCauses) {
    RunResult result = sample_result();
    for (int i = 0; i < 300; ++i)
        result.scenarios.push_back(
            sample_failure_of(i,
                              std::string(1, static_cast<char>('A' + i % 26)) +
                                  std::string(static_cast<std::size_t>(i / 26), 'x')));
    const std::string text = render_text(result);
    EXPECT_LT(line_count_of(text), 70);
    EXPECT_THAT(text, HasSubstr("more causes of "));
    EXPECT_THAT(render_text(result, {.verbosity = 1}), HasSubstr("failed   many/299 "));
}

TEST(RunText, EndsWithASummaryOfAtMost25Lines) {
    RunResult result = sample_result();
    const std::vector<RequirementResult> rows = result.requirements;
    for (int i = 0; i < 40; ++i)
        result.requirements.insert(result.requirements.end(), rows.begin(), rows.end());
    result.gates.assign(30, result.gates.back());
    const std::string text = render_text(result);
    const std::string summary = text.substr(text.find("\nrequirements ") + 1);
    EXPECT_LE(line_count_of(summary), 25);
    EXPECT_THAT(summary, HasSubstr("and 26 more, in result.json\n"));
}

TEST(RunText, Has80ColumnsApartFromWhatIsCopied) {
    for (const std::string& line : lines_of_text(render_text(sample_result()))) {
        const bool is_copied = line.find("curl ") != std::string::npos;
        EXPECT_TRUE(is_copied || line.size() <= 84) << line;  // some characters have two bytes
    }
}

TEST(RunText, ReportsAcceptedNames) {
    RunResult result = sample_result();
    Finding name = sample_finding(Verdict::kObserved, "CP-READ-1", "/*/rows of listRuns", "count");
    name.code = kAcceptedName;
    result.scenarios[0].steps[0].findings = {name};
    EXPECT_THAT(render_text(result, {.verbosity = 1}),
                HasSubstr("observed: /*/rows of listRuns has the name count\n"));
}

}  // namespace
}  // namespace plumbline::reports

// The forms that are text: Markdown, annotations, TAP; and what all forms do with hostile texts.

#include "reports/forms/forms.hpp"

#include "reports/failures.hpp"
#include "reports/render.hpp"
#include "reports/testing.hpp"
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

RunResult run_with(ScenarioResult scenario) {
    RunResult result;
    result.target = "http://127.0.0.1:1";
    result.started = "2026-01-02T03:04:05.000000Z";
    result.scenarios = {std::move(scenario)};
    return result;
}

RunResult many_causes(int count, const std::string& text) {
    RunResult result;
    for (int i = 0; i < count; ++i)
        result.scenarios.push_back(
            sample_failure_of(i, text + std::string(static_cast<std::size_t>(i % 200), 'x')));
    return result;
}

/// Returns a run whose target sent markup, control characters, half a surrogate pair, commands, and
/// a very long text.
RunResult hostile_run() {
    const std::string hostile =
        "</script><script>alert(1)</script> `````| ::error::x\r\n::stop-commands::t\nnot ok 1 # "
        "TODO"
        "\x1b[31m\x01\xed\xa0\x80 ]]> %0A \\ ---\n  ...\n" +
        std::string(300'000, 'y');
    RunResult result = run_with(sample_failure());
    ScenarioResult& scenario = result.scenarios[0];
    scenario.reason = hostile;
    result.target = hostile;
    for (Finding& finding : scenario.steps[1].findings) {
        finding.expected = hostile;
        finding.got = hostile;
        finding.note = hostile;
    }
    scenario.steps[1].exchanges[0].curl = hostile;
    ScenarioResult not_run = sample_scenario("a/not-run", Verdict::kNotRun);
    not_run.reason = hostile;
    ScenarioResult skipped = sample_scenario("a/skipped", Verdict::kSkipped);
    skipped.reason = hostile;
    result.scenarios.push_back(not_run);
    result.scenarios.push_back(skipped);
    return result;
}

/// Returns a run whose failure is in its baseline.
RunResult known_run() {
    RunResult result = run_with(sample_failure());
    mark_known(RunResult(result), "old.json", result);
    return result;
}

TEST(Forms, ShowWhatTheBaselineHasAsKnown) {
    const RunResult result = known_run();
    ASSERT_TRUE(result.scenarios[0].known);
    EXPECT_EQ(render_annotations(result), "");
    EXPECT_THAT(render_markdown(result), HasSubstr("1 scenario, known from the baseline"));
    EXPECT_THAT(render_tap(result), HasSubstr("# TODO known from the baseline: "));
    EXPECT_THAT(render_sarif(result), HasSubstr("known from the baseline old.json"));
    EXPECT_THAT(render_code_quality(result), Not(HasSubstr("critical")));
    EXPECT_THAT(render_ctrf(result), HasSubstr("\"other\""));
    EXPECT_THAT(render_junit(result), HasSubstr("<skipped message=\"known from the baseline: "));
}

std::string all_text(const ReportFormat& form, const RunResult& result) {
    if (form.render != nullptr) return form.render(result);
    std::string text;
    for (const FolderFile& file : form.render_folder(result)) text += file.text;
    return text;
}

TEST(EveryNewForm, BoundsAndEscapesHostileTexts) {
    const RunResult result = hostile_run();
    for (const ReportFormat& form : report_formats()) {
        if (form.is_default) continue;
        const std::string text = all_text(form, result);
        EXPECT_LT(text.size(), 100'000U) << form.name;
        EXPECT_TRUE(is_utf8(text)) << form.name;
        const bool has_control = std::any_of(text.begin(), text.end(), [](char c) {
            return (c >= 0 && c < ' ' && c != '\n') || c == '\x7f';
        });
        EXPECT_FALSE(has_control) << form.name;
    }
}

TEST(EveryNewForm, RendersARunWithoutScenarios) {
    for (const ReportFormat& form : report_formats())
        EXPECT_NO_THROW((void)all_text(form, {})) << form.name;
}

TEST(Markdown, ShowsFailuresFirst) {
    const std::string text = render_markdown(sample_result());
    EXPECT_THAT(text, StartsWith("# Conformance: does not conform\n"));
    EXPECT_LT(text.find("### failed: CP\\-PATCH\\-1"), text.find("### warned: "));
    EXPECT_LT(text.find("### warned: "), text.find("Skipped: 1 scenarios"));
}

TEST(Markdown, StaysWithinItsLimit) {
    const std::string text = render_markdown(many_causes(2'000, "a"));
    EXPECT_LE(text.size(), kMaxMarkdown);
    EXPECT_THAT(text, EndsWith(" more parts are in the other reports.\n"));
}

TEST(Markdown, ShowsTextsOfTheTargetAsCode) {
    ScenarioResult scenario = sample_failure();
    scenario.steps[1].findings[1].got = "<img src=x> ``` @all | a";
    EXPECT_THAT(render_markdown(run_with(scenario)),
                HasSubstr("- got ```` <img src=x> ``` @all | a ````\n"));
}

TEST(Annotations, AreOnePerCauseWithPositionsOfTheUser) {
    RunResult result = run_with(sample_failure());
    EXPECT_THAT(render_annotations(result),
                StartsWith("::error title=failed%3A CP-PATCH-1::CP-PATCH-1: expected status 400"));
    result.files = {{"conformance/suites/deployments.arazzo.yaml", "a,b.yaml"}};
    EXPECT_THAT(render_annotations(result), HasSubstr(",file=a%2Cb.yaml,line=120::"));
}

TEST(Annotations, EscapeWhatWouldEndACommand) {
    ScenarioResult scenario = sample_scenario("a/b", Verdict::kNotRun);
    scenario.reason = "50 %\n::error::x";
    EXPECT_EQ(render_annotations(run_with(scenario)),
              "::error title=not_run::50 %25\\n::error::x%0Ascenario a/b\n");
}

TEST(Annotations, AreAtMostTenOfALevel) {
    const std::string lines = render_annotations(many_causes(12, "a"));
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 10);
    EXPECT_THAT(lines, EndsWith("::error title=3 more causes::the output of the run has them\n"));
}

TEST(Annotations, AreNoneOfARunThatPassed) {
    EXPECT_EQ(render_annotations(run_with(sample_scenario("a/b", Verdict::kPassed))), "");
}

TEST(Tap, HasAPointForEachCase) {
    const std::string text = render_tap(sample_result());
    EXPECT_THAT(text, StartsWith("TAP version 14\n1..11\n"));
    EXPECT_THAT(text,
                AllOf(HasSubstr("\nok 1 - deployments/create/minimal\n"),
                      HasSubstr("\nnot ok 2 - deployments/patch/name-is-immutable\n  ---\n"),
                      HasSubstr("\nnot ok 5 - deployments/create/path # TODO CP-PATCH-1: "),
                      HasSubstr("\nok 7 - stream/pause # SKIP needs control\n"),
                      HasSubstr("\nnot ok 8 - stream/join\n"),
                      HasSubstr("\nnot ok 10 - coverage: --require AS-JOIN-1\n")));
}

TEST(Tap, EscapesDirectives) {
    EXPECT_THAT(render_tap(run_with(sample_scenario("a/b # SKIP \\", Verdict::kPassed))),
                EndsWith("\nok 1 - a/b \\# SKIP \\\\\n"));
}

}  // namespace
}  // namespace plumbline::reports

#include "conformance/deviations/deviation_results.hpp"

#include <gmock/gmock.h>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using reports::DeviationResult;
using reports::DeviationStatus;
using reports::Finding;
using reports::ScenarioResult;
using reports::StepResult;
using reports::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DeviationEntry listed(std::string requirement, std::string scenario = "", std::string code = "") {
    DeviationEntry entry;
    entry.requirement = std::move(requirement);
    entry.scenario = std::move(scenario);
    entry.code = std::move(code);
    entry.reason = "known";
    entry.where = {"d.yaml", 7, 3};
    return entry;
}

StepResult verifying(std::vector<std::string> verified, std::vector<Finding> findings = {}) {
    StepResult step;
    step.id = "make";
    step.verified = std::move(verified);
    step.exchanges.emplace_back().status = 201;
    step.findings = std::move(findings);
    step.verdict = verdicts::worst_verdict(step.findings);
    return step;
}

Finding broken(std::vector<std::string> requirements, std::string code = "criterion") {
    Finding finding;
    finding.code = std::move(code);
    finding.requirements = std::move(requirements);
    return finding;
}

Finding deviated(const DeviationEntry& entry) {
    Finding finding = broken({entry.requirement});
    finding.verdict = Verdict::kDeviated;
    finding.deviations = {entry};
    return finding;
}

ScenarioResult named(std::string name, std::vector<StepResult> steps) {
    ScenarioResult scenario;
    scenario.name = std::move(name);
    for (const StepResult& step : steps)
        scenario.verdict = verdicts::worst(scenario.verdict, step.verdict);
    scenario.steps = std::move(steps);
    return scenario;
}

ScenarioResult without_steps(std::string name, Verdict verdict, std::string reason) {
    ScenarioResult scenario = named(std::move(name), {});
    scenario.verdict = verdict;
    scenario.reason = std::move(reason);
    return scenario;
}

class DeviationResults : public testing::Test {
  protected:
    DeviationResult concluded(const DeviationEntry& entry,
                              std::vector<ScenarioResult> scenarios,
                              const PlannedChecks& planned = {},
                              RunPart part = RunPart::kWhole) {
        scenarios_ = std::move(scenarios);
        const KnownDeviations known({entry}, {}, Instant{} + std::chrono::hours(24));
        return deviation_results(known.entries(), planned, part, scenarios_).at(0);
    }

    std::vector<ScenarioResult> scenarios_;
};

TEST_F(DeviationResults, CountWhatAnEntryCovers) {
    const DeviationEntry entry = listed("R-1");
    const auto result = concluded(entry,
                                  {named("a", {verifying({}, {deviated(entry), deviated(entry)})}),
                                   named("b", {verifying({"R-1"})}),
                                   named("c", {verifying({}, {deviated(entry)})})});
    EXPECT_EQ(result.status, DeviationStatus::kApplied);
    EXPECT_EQ(result.findings, 3);
    EXPECT_THAT(result.scenarios, ElementsAre("a", "c"));
    EXPECT_EQ(result.detail, "covers 3 findings, in a, c");
    EXPECT_EQ(scenarios_[1].verdict, Verdict::kPassed);
}

TEST_F(DeviationResults, AreUndecidedInAShardIfTheyCoverNothing) {
    const auto held =
        concluded(listed("R-1"),
                  {named("a", {verifying({"R-1"})}), named("b", {verifying({"R-1"})})},
                  {},
                  RunPart::kShard);
    EXPECT_EQ(held.status, DeviationStatus::kUndecided);
    EXPECT_THAT(held.scenarios, ElementsAre("a"));
    EXPECT_EQ(scenarios_[0].verdict, Verdict::kPassed);
    const auto unseen = concluded(listed("R-1"), {}, {}, RunPart::kShard);
    EXPECT_EQ(unseen.status, DeviationStatus::kUndecided);
    EXPECT_THAT(unseen.scenarios, IsEmpty());
    const DeviationEntry entry = listed("R-1");
    const auto applied =
        concluded(entry, {named("a", {verifying({}, {deviated(entry)})})}, {}, RunPart::kShard);
    EXPECT_EQ(applied.status, DeviationStatus::kApplied);
    const auto before = entries_before_run({held, applied});
    EXPECT_EQ(before[0].status, DeviationStatus::kNotExercised);
    EXPECT_THAT(before[0].scenarios, IsEmpty());
    EXPECT_EQ(before[1].findings, 0);
}

TEST_F(DeviationResults, AreFixedIfTheRequirementHeld) {
    const auto result = concluded(
        listed("R-1"),
        {named("a", {verifying({"R-2"}), verifying({"R-1"})}), named("b", {verifying({"R-1"})})});
    EXPECT_EQ(result.status, DeviationStatus::kFixed);
    EXPECT_EQ(result.detail,
              "R-1 held in a, b: remove the entry, or `plumbline deviations prune` it");
    EXPECT_EQ(scenarios_[0].verdict, Verdict::kFixed);
    EXPECT_EQ(scenarios_[0].steps[1].verdict, Verdict::kFixed);
    const Finding& finding = scenarios_[0].steps[1].findings.at(0);
    EXPECT_THAT(finding.requirements, ElementsAre("R-1"));
    EXPECT_THAT(finding.deviations, ElementsAre(listed("R-1")));
    EXPECT_EQ(finding.where, (SourceRef{"d.yaml", 7, 3}));
    EXPECT_EQ(scenarios_[1].verdict, Verdict::kPassed);
}

TEST_F(DeviationResults, AreFixedBesideAnotherFailureThatDoesNotEndTheScenario) {
    const auto result =
        concluded(listed("R-1"), {named("a", {verifying({"R-1"}, {broken({"R-2"}, "schema")})})});
    EXPECT_EQ(result.status, DeviationStatus::kFixed);
    EXPECT_EQ(scenarios_[0].verdict, Verdict::kFailed);
}

TEST_F(DeviationResults, AreFixedOnlyIfTheyAreInNoScenarioOfAnyAssistant) {
    const DeviationEntry entry = listed("S-1", "things/make");
    const ScenarioResult passed = named("things/make@a", {verifying({"S-1"})});
    EXPECT_EQ(concluded(entry, {passed}).status, DeviationStatus::kFixed);
    const ScenarioResult other = named("things/make@b", {verifying({}, {deviated(entry)})});
    EXPECT_NE(concluded(entry, {passed, other}).status, DeviationStatus::kFixed);
}

TEST_F(DeviationResults, AreNotExercisedOutsideOfTheNamedScenarios) {
    const auto result = concluded(listed("R-1", "b/*"), {named("a/one", {verifying({"R-1"})})});
    EXPECT_EQ(result.status, DeviationStatus::kNotExercised);
    EXPECT_EQ(result.detail, "no scenario that it names was selected for this run");
}

TEST_F(DeviationResults, AreNotExercisedIfTheScenarioWasSkipped) {
    const auto result = concluded(
        listed("R-1"),
        {named("a", {verifying({"R-2"})}), without_steps("b", Verdict::kSkipped, "needs control")},
        {{"R-1", {"b"}}});
    EXPECT_EQ(result.status, DeviationStatus::kNotExercised);
    EXPECT_EQ(result.detail, "b, which checks it, was skipped: needs control");
    EXPECT_THAT(scenarios_[0].steps[0].findings, IsEmpty());
}

TEST_F(DeviationResults, AreNotExercisedIfTheScenarioWasNotRun) {
    const auto result =
        concluded(listed("", "b"), {without_steps("b", Verdict::kNotRun, "interrupted")});
    EXPECT_EQ(result.status, DeviationStatus::kNotExercised);
    EXPECT_EQ(result.detail, "b ended early: interrupted");
}

TEST_F(DeviationResults, AreNotFixedIfAScenarioThatChecksThemEndedEarly) {
    const auto result = concluded(
        listed("R-1"),
        {named("a", {verifying({"R-1"})}), named("b", {verifying({}, {broken({"R-2"})})})},
        {{"R-1", {"a", "b"}}});
    EXPECT_EQ(result.status, DeviationStatus::kNotExercised);
    EXPECT_EQ(result.detail, "R-1 held in a, but b, which checks it, ended early");
}

TEST_F(DeviationResults, NameTheOtherCodeOfAFailure) {
    const auto result =
        concluded(listed("R-1", "", "schema"), {named("a", {verifying({}, {broken({"R-1"})})})});
    EXPECT_EQ(result.status, DeviationStatus::kNotExercised);
    EXPECT_EQ(result.detail, "R-1 failed in a with the code criterion, which it does not cover");
}

TEST_F(DeviationResults, AreFixedDespiteAnEarlyEndElsewhere) {
    EXPECT_EQ(concluded(listed("R-1"),
                        {named("a", {verifying({"R-1"})}),
                         named("b", {verifying({}, {broken({"R-2"})})})})
                  .status,
              DeviationStatus::kFixed);
}

TEST_F(DeviationResults, AreNotFixedByAScenarioThatADeviationEnded) {
    ScenarioResult ended = named("a", {verifying({"R-1"}, {deviated(listed("R-2"))})});
    ended.reason = "step read: no id";
    EXPECT_EQ(concluded(listed("R-1"), {ended}).status, DeviationStatus::kNotExercised);
}

TEST_F(DeviationResults, AreFixedWithoutRequirementIfTheScenarioEndedWell) {
    const auto result = concluded(listed("", "a"), {named("a", {verifying({})})});
    EXPECT_EQ(result.status, DeviationStatus::kFixed);
    EXPECT_THAT(result.detail, HasSubstr("nothing that it covers broke in a: remove the entry"));
    EXPECT_THAT(scenarios_[0].steps[0].findings.at(0).requirements, IsEmpty());
}

TEST_F(DeviationResults, NeedAStreamForTheCodeOfOne) {
    std::vector<ScenarioResult> scenarios{named("a", {verifying({})})};
    EXPECT_EQ(concluded(listed("", "", "R2-ids"), scenarios).status,
              DeviationStatus::kNotExercised);
    scenarios[0].steps[0].exchanges[0].streams.emplace_back();
    EXPECT_EQ(concluded(listed("", "", "R2-ids"), scenarios).status, DeviationStatus::kFixed);
}

TEST_F(DeviationResults, SayWhyAnEntryExpiredAndWhatFailsAgain) {
    DeviationEntry entry = listed("R-1");
    entry.until = "1969-12-31";
    const auto result = concluded(entry, {named("a", {verifying({}, {broken({"R-1", "R-2"})})})});
    EXPECT_EQ(result.status, DeviationStatus::kExpired);
    EXPECT_EQ(result.detail,
              "expired on 1969-12-31: fix the target and remove the entry, or extend `until`; it "
              "covered 1 finding, in a");
    EXPECT_EQ(result.findings, 1);
}

TEST_F(DeviationResults, IgnoreEntriesForOtherTargets) {
    DeviationEntry entry = listed("R-1");
    entry.scope = "elsewhere";
    EXPECT_EQ(concluded(entry, {named("a", {verifying({"R-1"})})}).status,
              DeviationStatus::kOtherTarget);
    EXPECT_EQ(scenarios_[0].verdict, Verdict::kPassed);
}

}  // namespace
}  // namespace plumbline::deviations

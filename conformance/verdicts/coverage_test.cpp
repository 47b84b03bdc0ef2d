#include "conformance/verdicts/coverage.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"

#include <gmock/gmock.h>

namespace plumbline::verdicts {
namespace {

using reports::Finding;
using reports::RequirementResult;
using reports::ScenarioResult;
using reports::StepResult;
using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Requirement row(std::string id, Basis basis, Checkability checkable = Checkability::kBlackBox) {
    Requirement result;
    result.id = std::move(id);
    result.area = "control_plane";
    result.section = "Create";
    result.statement = "a statement";
    result.basis = basis;
    result.checkable = checkable;
    if (checkable == Checkability::kNo) result.reason = "it is not visible from outside";
    return result;
}

Finding finding(Verdict verdict, std::vector<std::string> requirements) {
    Finding result;
    result.code = "criterion";
    result.verdict = verdict;
    result.requirements = std::move(requirements);
    result.expected = "$statusCode == 201";
    result.got = "$statusCode is 200";
    return result;
}

StepResult step(std::vector<std::string> verified, std::vector<Finding> findings = {}) {
    StepResult result;
    result.id = "step";
    result.verified = std::move(verified);
    result.findings = std::move(findings);
    return result;
}

ScenarioResult scenario(std::string name, std::vector<StepResult> steps) {
    ScenarioResult result;
    result.name = std::move(name);
    result.steps = std::move(steps);
    return result;
}

RequirementResult only(const Requirement& requirement,
                       const std::vector<ScenarioResult>& scenarios,
                       const CoverageOptions& options = {}) {
    const auto rows = requirement_results({{requirement}}, scenarios, options);
    EXPECT_EQ(rows.size(), 1U);
    return rows.front();
}

TEST(Coverage, VerifiesARequirementWhoseChecksPassed) {
    const RequirementResult result = only(row("R-1", Basis::kStated),
                                          {scenario("a", {step({"R-1"}), step({"R-1"})}),
                                           scenario("b", {step({"R-2"})}),
                                           scenario("c", {step({"R-1"})})});
    EXPECT_EQ(result.outcome, "verified");
    EXPECT_EQ(result.reason, "");
    EXPECT_THAT(result.scenarios, ElementsAre("a", "c"));
}

TEST(Coverage, CopiesTheRowOfTheLedger) {
    const RequirementResult result = only(row("R-1", Basis::kImplied, Checkability::kPassive), {});
    EXPECT_EQ(result.id, "R-1");
    EXPECT_EQ(result.area, "control_plane");
    EXPECT_EQ(result.section, "Create");
    EXPECT_EQ(result.statement, "a statement");
    EXPECT_EQ(result.basis, to_text(Basis::kImplied));
    EXPECT_EQ(result.checkable, to_text(Checkability::kPassive));
}

TEST(Coverage, FailsARequirementBrokenAnywhereAndQuotesTheFinding) {
    const RequirementResult result =
        only(row("R-1", Basis::kStated),
             {scenario("a", {step({"R-1"})}),
              scenario("b", {step({"R-1"}, {finding(Verdict::kFailed, {"R-1"})})})});
    EXPECT_EQ(result.outcome, "failed");
    EXPECT_EQ(result.reason, "b: expected $statusCode == 201, got $statusCode is 200");
    EXPECT_THAT(result.scenarios, ElementsAre("a", "b"));
}

TEST(Coverage, QuotesTheCodeOfAFindingWithoutExpectation) {
    Finding bare = finding(Verdict::kFailed, {"R-1"});
    bare.code = "framing";
    bare.expected = "";
    EXPECT_EQ(only(row("R-1", Basis::kStated), {scenario("a", {step({}, {bare})})}).reason,
              "a: framing, got $statusCode is 200");
}

TEST(Coverage, RatesEachRequirementOfACheckByItsOwnBasis) {
    const std::vector<ScenarioResult> scenarios{
        scenario("a", {step({}, {finding(Verdict::kFailed, {"S", "A", "O"})})})};
    EXPECT_EQ(only(row("S", Basis::kStated), scenarios).outcome, "failed");
    EXPECT_EQ(only(row("A", Basis::kAssumed), scenarios).outcome, "warned");
    EXPECT_EQ(only(row("O", Basis::kOpen), scenarios).outcome, "observed");
    EXPECT_EQ(only(row("A", Basis::kAssumed), scenarios, {{}, {.strict = true}}).outcome, "failed");
}

TEST(Coverage, ReportsAKnownDeviationWithItsReason) {
    Finding deviated = finding(Verdict::kDeviated, {"R-1"});
    const RequirementResult bare =
        only(row("R-1", Basis::kStated), {scenario("a", {step({}, {deviated})})});
    EXPECT_EQ(bare.outcome, "deviated");
    EXPECT_EQ(bare.reason,
              "a known deviation: a: expected $statusCode == 201, got $statusCode is 200");
    deviated.deviations.emplace_back().reason = "it is repaired in June";
    EXPECT_EQ(only(row("R-1", Basis::kStated), {scenario("a", {step({"R-1"}, {deviated})})}).reason,
              "a known deviation, it is repaired in June: a: expected $statusCode == 201, got "
              "$statusCode is 200");
}

TEST(Coverage, OnlyObservesAnOpenRequirementOfADeviation) {
    const auto deviated = step({}, {finding(Verdict::kDeviated, {"O"})});
    EXPECT_EQ(only(row("O", Basis::kOpen), {scenario("a", {deviated})}).outcome, "observed");
}

TEST(Coverage, VerifiesTheRequirementOfAFixedDeviation) {
    const auto fixed = step({"R-1"}, {finding(Verdict::kFixed, {"R-1"})});
    EXPECT_EQ(only(row("R-1", Basis::kStated), {scenario("a", {fixed})}).outcome, "verified");
}

TEST(Coverage, PrefersAFailureToADeviation) {
    EXPECT_EQ(only(row("R-1", Basis::kStated),
                   {scenario("a",
                             {step({},
                                   {finding(Verdict::kDeviated, {"R-1"}),
                                    finding(Verdict::kFailed, {"R-1"})})})})
                  .outcome,
              "failed");
}

TEST(Coverage, OnlyObservesOpenRequirements) {
    EXPECT_EQ(only(row("O", Basis::kOpen), {scenario("a", {step({"O"})})}).outcome, "observed");
    const RequirementResult seen = only(
        row("O", Basis::kOpen), {scenario("a", {step({}, {finding(Verdict::kObserved, {"O"})})})});
    EXPECT_EQ(seen.outcome, "observed");
    EXPECT_EQ(seen.reason, "a: expected $statusCode == 201, got $statusCode is 200");
}

TEST(Coverage, VerifiesAPassedRequirementThatWasAlsoObserved) {
    const Finding observed = finding(Verdict::kObserved, {"R-1"});
    EXPECT_EQ(
        only(row("R-1", Basis::kStated), {scenario("a", {step({"R-1"}, {observed})})}).outcome,
        "verified");
    EXPECT_EQ(only(row("R-1", Basis::kStated), {scenario("a", {step({}, {observed})})}).outcome,
              "observed");
}

TEST(Coverage, ExplainsWhyARequirementWasNotExercised) {
    EXPECT_EQ(only(row("R-1", Basis::kStated), {}).outcome, "not_exercised");
    EXPECT_EQ(only(row("R-1", Basis::kStated), {}).reason, "no check of this run reached it");
    EXPECT_EQ(only(row("R-1", Basis::kStated, Checkability::kControl), {}).reason,
              "no check of this run reached it; it needs the control interface");
    EXPECT_EQ(only(row("R-1", Basis::kStated, Checkability::kPassive), {}).reason,
              "nothing in this run showed it");
}

TEST(Coverage, ExplainsWhyItsScenariosDidNotReachIt) {
    const auto reason_with = [](const std::vector<ScenarioResult>& scenarios) {
        CoverageOptions options;
        options.planned = {{"R-1", {"a", "b"}}};
        return only(row("R-1", Basis::kStated), scenarios, options).reason;
    };
    ScenarioResult skipped = scenario("b", {});
    skipped.verdict = Verdict::kSkipped;
    skipped.reason = "needs control";
    EXPECT_EQ(reason_with({skipped}), "the scenario that checks it was skipped: needs control");
    skipped.name = "b@assistant";
    EXPECT_EQ(reason_with({skipped}), "the scenario that checks it was skipped: needs control");
    skipped.steps = {step({})};
    EXPECT_EQ(reason_with({skipped}), "the scenario that checks it was skipped: needs control");
    skipped.steps.clear();
    skipped.verdict = Verdict::kNotRun;
    EXPECT_EQ(reason_with({skipped}), "the scenario that checks it was not run: needs control");
    EXPECT_EQ(reason_with({scenario("c", {})}),
              "the scenario that checks it was not selected for this run");
    EXPECT_EQ(reason_with({scenario("a", {step({})})}), "no check of this run reached it");
}

TEST(Coverage, IgnoresStepsThatWereNotRun) {
    Finding not_run = finding(Verdict::kNotRun, {"R-1"});
    not_run.code = "transport";
    not_run.expected = "";
    not_run.got = "connection refused";
    const RequirementResult result =
        only(row("R-1", Basis::kStated), {scenario("a", {step({}, {not_run})})});
    EXPECT_EQ(result.outcome, "not_exercised");
    EXPECT_EQ(result.reason, "a: transport, got connection refused");
    EXPECT_THAT(result.scenarios, IsEmpty());
}

TEST(Coverage, QuotesTheLedgersReasonForAnUncheckableRequirement) {
    const RequirementResult result = only(row("R-1", Basis::kStated, Checkability::kNo), {});
    EXPECT_EQ(result.outcome, "not_checkable");
    EXPECT_EQ(result.reason, "it is not visible from outside");
}

TEST(Coverage, KeepsTheLedgersOrderAndTheRequestedAreas) {
    Requirement exports = row("E-1", Basis::kStated);
    exports.area = "bulk_export";
    const Ledger ledger{{row("Z-1", Basis::kStated), exports, row("A-1", Basis::kStated)}};
    const auto all = requirement_results(ledger, {});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].id, "Z-1");
    EXPECT_EQ(all[2].id, "A-1");

    CoverageOptions options;
    options.areas = {"bulk_export"};
    const auto some = requirement_results(ledger, {}, options);
    ASSERT_EQ(some.size(), 1U);
    EXPECT_EQ(some[0].id, "E-1");

    options.areas.emplace();
    EXPECT_TRUE(requirement_results(ledger, {}, options).empty());
}

TEST(Coverage, LeavesUnknownIdsToTheLint) {
    EXPECT_THAT(
        requirement_results({}, {scenario("a", {step({"X"}, {finding(Verdict::kFailed, {"Y"})})})}),
        IsEmpty());
}

TEST(Coverage, ReportsTheObservedVariantOfAContradiction) {
    const auto seen = reports::contradiction_finding("R", "45 or 5", "45", {});
    const auto other = reports::max_observed_finding("R", "45 or 5", 5, {});
    const auto held = step({"R"}, {seen, other});
    const auto result = only(row("R", Basis::kStated), {scenario("a", {held})});
    EXPECT_EQ(result.outcome, "observed");
    EXPECT_EQ(result.reason, "contradiction: observed 45, 5");
    const auto broken = step({}, {seen, finding(Verdict::kFailed, {"R"})});
    EXPECT_EQ(only(row("R", Basis::kStated), {scenario("a", {broken})}).outcome, "failed");
}

TEST(Coverage, SaysWhichPreconditionWasNotMet) {
    Finding unmet = finding(Verdict::kSkipped, {"A"});
    unmet.code = reports::kPrecondition;
    unmet.expected = "6 events";
    unmet.got = "4 events";
    unmet.note = "give a longer run";
    const RequirementResult result =
        only(row("A", Basis::kStated), {scenario("s", {step({}, {unmet})})});
    EXPECT_EQ(result.outcome, "not_exercised");
    EXPECT_EQ(result.reason, "s: needs 6 events, saw 4 events; give a longer run");
}

/// Two scenarios that check R-1: one ended early with this verdict, the other one was not selected.
RequirementResult after_early_end(Verdict verdict, Basis basis = Basis::kStated) {
    ScenarioResult ended = scenario(
        "a", {step({}, {finding(verdict, {"R-2"})}), step({}, {finding(Verdict::kSkipped, {})})});
    ended.verdict = verdict;
    ended.reason = "step read: unresolved";
    return only(row("R-1", basis), {ended}, {.planned = {{"R-1", {"b", "a"}}}});
}

TEST(Coverage, NamesTheFailureThatPreventedACheck) {
    const RequirementResult result = after_early_end(Verdict::kFailed);
    EXPECT_EQ(result.outcome, "not_exercised");
    EXPECT_EQ(result.reason, "because of a: expected $statusCode == 201, got $statusCode is 200");
    EXPECT_FALSE(result.prevented);  // the failure itself fails the run
}

TEST(Coverage, DoesNotMarkWhatAnUnmetPreconditionSkipped) {
    Finding unmet = finding(Verdict::kSkipped, {"R-1"});
    unmet.code = reports::kPrecondition;
    ScenarioResult ended = scenario("a", {step({}, {finding(Verdict::kWarned, {"R-2"}), unmet})});
    ended.verdict = Verdict::kWarned;
    ended.reason = "step read: needs data";
    const CoverageOptions options{.planned = {{"R-1", {"a"}}}};
    EXPECT_FALSE(only(row("R-1", Basis::kStated), {ended}, options).prevented);
}

TEST(Coverage, MarksWhatABrokenAssumptionPrevented) {
    EXPECT_TRUE(after_early_end(Verdict::kWarned).prevented);
    ScenarioResult goes_on = scenario("a", {step({}, {finding(Verdict::kWarned, {"R-2"})})});
    goes_on.verdict = Verdict::kWarned;
    const CoverageOptions options{.planned = {{"R-1", {"a"}}}};
    EXPECT_FALSE(only(row("R-1", Basis::kStated), {goes_on}, options).prevented);
    goes_on.steps.push_back(step({}, {finding(Verdict::kSkipped, {"R-1"})}));
    EXPECT_TRUE(only(row("R-1", Basis::kStated), {goes_on}, options).prevented);
}

}  // namespace
}  // namespace plumbline::verdicts

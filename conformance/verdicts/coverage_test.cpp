#include "conformance/verdicts/coverage.hpp"

#include "reports/told_once.hpp"

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

Requirement row(std::string id, Basis basis, Checkable checkable = Checkable::kBlackBox) {
    Requirement made;
    made.id = std::move(id);
    made.area = "control_plane";
    made.section = "Create";
    made.statement = "says so";
    made.basis = basis;
    made.checkable = checkable;
    if (checkable == Checkable::kNo) made.reason = "nothing shows it outside";
    return made;
}

Finding finding(Verdict verdict, std::vector<std::string> requirements) {
    Finding made;
    made.code = "criterion";
    made.verdict = verdict;
    made.requirements = std::move(requirements);
    made.expected = "$statusCode == 201";
    made.got = "$statusCode is 200";
    return made;
}

StepResult step(std::vector<std::string> verified, std::vector<Finding> findings = {}) {
    StepResult made;
    made.id = "step";
    made.verified = std::move(verified);
    made.findings = std::move(findings);
    return made;
}

ScenarioResult scenario(std::string name, std::vector<StepResult> steps) {
    ScenarioResult made;
    made.name = std::move(name);
    made.steps = std::move(steps);
    return made;
}

RequirementResult only(const Requirement& requirement,
                       const std::vector<ScenarioResult>& scenarios,
                       const CoverageOptions& options = {}) {
    const auto rows = requirement_results({{requirement}}, scenarios, options);
    EXPECT_EQ(rows.size(), 1U);
    return rows.front();
}

TEST(Coverage, VerifiesWhatHeldEverywhere) {
    const RequirementResult result = only(row("R-1", Basis::kStated),
                                          {scenario("a", {step({"R-1"}), step({"R-1"})}),
                                           scenario("b", {step({"R-2"})}),
                                           scenario("c", {step({"R-1"})})});
    EXPECT_EQ(result.outcome, "verified");
    EXPECT_EQ(result.reason, "");
    EXPECT_THAT(result.scenarios, ElementsAre("a", "c"));
}

TEST(Coverage, CopiesTheRowOfTheLedger) {
    const RequirementResult result = only(row("R-1", Basis::kImplied, Checkable::kPassive), {});
    EXPECT_EQ(result.id, "R-1");
    EXPECT_EQ(result.area, "control_plane");
    EXPECT_EQ(result.section, "Create");
    EXPECT_EQ(result.statement, "says so");
    EXPECT_EQ(result.basis, to_text(Basis::kImplied));
    EXPECT_EQ(result.checkable, to_text(Checkable::kPassive));
}

TEST(Coverage, FailsWhatIsBrokenAnywhereAndQuotesTheFinding) {
    const RequirementResult result =
        only(row("R-1", Basis::kStated),
             {scenario("a", {step({"R-1"})}),
              scenario("b", {step({"R-1"}, {finding(Verdict::kFailed, {"R-1"})})})});
    EXPECT_EQ(result.outcome, "failed");
    EXPECT_EQ(result.reason, "b: expected $statusCode == 201, got $statusCode is 200");
    EXPECT_THAT(result.scenarios, ElementsAre("a", "b"));
}

TEST(Coverage, NamesTheCodeOfAFindingWithoutExpectation) {
    Finding bare = finding(Verdict::kFailed, {"R-1"});
    bare.code = "framing";
    bare.expected = "";
    EXPECT_EQ(only(row("R-1", Basis::kStated), {scenario("a", {step({}, {bare})})}).reason,
              "a: framing, got $statusCode is 200");
}

TEST(Coverage, JudgesEachRequirementOfACheckByItsOwnBasis) {
    const std::vector<ScenarioResult> scenarios{
        scenario("a", {step({}, {finding(Verdict::kFailed, {"S", "A", "O"})})})};
    EXPECT_EQ(only(row("S", Basis::kStated), scenarios).outcome, "failed");
    EXPECT_EQ(only(row("A", Basis::kAssumed), scenarios).outcome, "warned");
    EXPECT_EQ(only(row("O", Basis::kOpen), scenarios).outcome, "observed");
    EXPECT_EQ(only(row("A", Basis::kAssumed), scenarios, {{}, {.strict = true}}).outcome, "failed");
}

TEST(Coverage, WarnsOfAKnownDeviation) {
    const RequirementResult result =
        only(row("R-1", Basis::kStated),
             {scenario("a", {step({}, {finding(Verdict::kDeviated, {"R-1"})})})});
    EXPECT_EQ(result.outcome, "warned");
    EXPECT_EQ(result.reason,
              "a known deviation: a: expected $statusCode == 201, got $statusCode is 200");
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

TEST(Coverage, OnlyObservesWhatIsOpenHeldOrNot) {
    EXPECT_EQ(only(row("O", Basis::kOpen), {scenario("a", {step({"O"})})}).outcome, "observed");
    const RequirementResult seen = only(
        row("O", Basis::kOpen), {scenario("a", {step({}, {finding(Verdict::kObserved, {"O"})})})});
    EXPECT_EQ(seen.outcome, "observed");
    EXPECT_EQ(seen.reason, "a: expected $statusCode == 201, got $statusCode is 200");
}

TEST(Coverage, VerifiesWhatHeldThoughItWasAlsoObserved) {
    const Finding observed = finding(Verdict::kObserved, {"R-1"});
    EXPECT_EQ(
        only(row("R-1", Basis::kStated), {scenario("a", {step({"R-1"}, {observed})})}).outcome,
        "verified");
    EXPECT_EQ(only(row("R-1", Basis::kStated), {scenario("a", {step({}, {observed})})}).outcome,
              "observed");
}

TEST(Coverage, SaysWhyARequirementWasNotExercised) {
    EXPECT_EQ(only(row("R-1", Basis::kStated), {}).outcome, "not_exercised");
    EXPECT_EQ(only(row("R-1", Basis::kStated), {}).reason, "no check of this run reached it");
    EXPECT_EQ(only(row("R-1", Basis::kStated, Checkable::kControl), {}).reason,
              "no check of this run reached it; it needs the control interface");
    EXPECT_EQ(only(row("R-1", Basis::kStated, Checkable::kPassive), {}).reason,
              "nothing happened in this run that shows it");
}

TEST(Coverage, SaysWhyItsScenariosDidNotReachIt) {
    const auto reason_with = [](const std::vector<ScenarioResult>& scenarios) {
        CoverageOptions options;
        options.planned = {{"R-1", {"a", "b"}}};
        return only(row("R-1", Basis::kStated), scenarios, options).reason;
    };
    ScenarioResult skipped = scenario("b", {});
    skipped.verdict = Verdict::kSkipped;
    skipped.reason = "needs control";
    EXPECT_EQ(reason_with({skipped}), "what checks it was skipped: needs control");
    skipped.steps = {step({})};
    EXPECT_EQ(reason_with({skipped}), "what checks it was skipped: needs control");
    skipped.steps.clear();
    skipped.verdict = Verdict::kNotRun;
    EXPECT_EQ(reason_with({skipped}), "what checks it was not run: needs control");
    EXPECT_EQ(reason_with({scenario("c", {})}), "what checks it was left out of this run");
    EXPECT_EQ(reason_with({scenario("a", {step({})})}), "no check of this run reached it");
}

TEST(Coverage, TakesNoEvidenceFromAStepThatWasNotRun) {
    Finding trouble = finding(Verdict::kNotRun, {"R-1"});
    trouble.code = "transport";
    trouble.expected = "";
    trouble.got = "connection refused";
    const RequirementResult result =
        only(row("R-1", Basis::kStated), {scenario("a", {step({}, {trouble})})});
    EXPECT_EQ(result.outcome, "not_exercised");
    EXPECT_EQ(result.reason, "a: transport, got connection refused");
    EXPECT_THAT(result.scenarios, IsEmpty());
}

TEST(Coverage, GivesTheLedgersReasonForWhatCannotBeChecked) {
    const RequirementResult result = only(row("R-1", Basis::kStated, Checkable::kNo), {});
    EXPECT_EQ(result.outcome, "not_checkable");
    EXPECT_EQ(result.reason, "nothing shows it outside");
}

TEST(Coverage, KeepsTheLedgersOrderAndTheAreasAskedFor) {
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

TEST(Coverage, LeavesIdsTheLedgerDoesNotKnowToTheLint) {
    EXPECT_THAT(
        requirement_results({}, {scenario("a", {step({"X"}, {finding(Verdict::kFailed, {"Y"})})})}),
        IsEmpty());
}

TEST(Coverage, TellsWhichWayAContradictionGoes) {
    const auto seen = reports::contradiction("R", "45 or 5", "45", {});
    const auto other = reports::most_seen("R", "45 or 5", 5, {});
    const auto held = step({"R"}, {seen, other});
    const auto told = only(row("R", Basis::kStated), {scenario("a", {held})});
    EXPECT_EQ(told.outcome, "observed");
    EXPECT_EQ(told.reason, "contradiction: observed 45, 5");
    const auto broken = step({}, {seen, finding(Verdict::kFailed, {"R"})});
    EXPECT_EQ(only(row("R", Basis::kStated), {scenario("a", {broken})}).outcome, "failed");
}

}  // namespace
}  // namespace plumbline::verdicts

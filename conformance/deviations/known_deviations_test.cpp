#include "conformance/deviations/known_deviations.hpp"

#include "spec/base/testing.hpp"
#include "spec/base/time_text.hpp"

#include <gmock/gmock.h>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using reports::DeviationStatus;
using reports::Finding;
using reports::StepResult;
using reports::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DeviationEntry entry_for(std::string requirement,
                         std::string code = "",
                         std::string scenario = "") {
    DeviationEntry entry;
    entry.requirement = std::move(requirement);
    entry.code = std::move(code);
    entry.scenario = std::move(scenario);
    entry.reason = "known";
    entry.where = {"d.yaml", 7, 3};
    return entry;
}

Finding finding(std::vector<std::string> requirements,
                Verdict verdict = Verdict::kFailed,
                std::string code = "criterion") {
    Finding result;
    result.code = std::move(code);
    result.verdict = verdict;
    result.requirements = std::move(requirements);
    return result;
}

StepResult step_with(std::vector<Finding> findings) {
    StepResult step;
    step.findings = std::move(findings);
    step.verdict = verdicts::worst_verdict(step.findings);
    return step;
}

Ledger ledger_of_bases() {
    Ledger ledger;
    for (const auto& [id, basis] : {std::pair("S-1", Basis::kStated),
                                    std::pair("S-2", Basis::kStated),
                                    std::pair("A-1", Basis::kAssumed),
                                    std::pair("O-1", Basis::kOpen)}) {
        ledger.requirements.emplace_back().id = id;
        ledger.requirements.back().basis = basis;
    }
    return ledger;
}

Instant noon_of(const std::string& day) {
    return *parse_instant(day + "T12:00:00Z");
}

KnownDeviations known(const std::vector<DeviationEntry>& entries,
                      const std::string& day = "2026-05-01") {
    return {entries, {"staging", {"https://api.example"}}, noon_of(day)};
}

StepResult applied(const std::vector<DeviationEntry>& entries, std::vector<Finding> findings) {
    StepResult step = step_with(std::move(findings));
    known(entries).apply("things/make", ledger_of_bases(), {}, step);
    return step;
}

struct CoverCase {
    std::string_view name;
    DeviationEntry entry;
    bool is_covered;
};
void PrintTo(const CoverCase& row, std::ostream* out) {
    *out << row.name;
}
class Covers : public testing::TestWithParam<CoverCase> {};

TEST_P(Covers, IfAllGivenMembersMatch) {
    EXPECT_EQ(covers(GetParam().entry, "things/make", "criterion", "S-1"), GetParam().is_covered);
    EXPECT_EQ(covers(GetParam().entry, "things/make@assistant", "criterion", "S-1"),
              GetParam().is_covered);
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    Covers,
    testing::Values(CoverCase{"requirement", entry_for("S-1"), true},
                    CoverCase{"other_requirement", entry_for("S-2"), false},
                    CoverCase{"code", entry_for("", "criterion"), true},
                    CoverCase{"other_code", entry_for("", "schema"), false},
                    CoverCase{"scenario", entry_for("", "", "things/*"), true},
                    CoverCase{"other_scenario", entry_for("", "", "other/*"), false},
                    CoverCase{"all", entry_for("S-1", "criterion", "things/make"), true},
                    CoverCase{
                        "one_of_three_differs", entry_for("S-1", "status", "things/*"), false}));

TEST(KnownDeviations, DeviateWhatTheyCover) {
    const StepResult step = applied({entry_for("S-1")}, {finding({"S-1"})});
    ASSERT_EQ(step.findings.size(), 1U);
    EXPECT_EQ(step.findings[0].verdict, Verdict::kDeviated);
    EXPECT_THAT(step.findings[0].deviations, ElementsAre(entry_for("S-1")));
    EXPECT_EQ(step.verdict, Verdict::kDeviated);
}

TEST(KnownDeviations, DeviateWarningsAndFindingsWithoutRequirements) {
    const StepResult step =
        applied({entry_for("A-1"), entry_for("", "body")},
                {finding({"A-1"}, Verdict::kWarned), finding({}, Verdict::kFailed, "body")});
    EXPECT_EQ(step.verdict, Verdict::kDeviated);
}

TEST(KnownDeviations, DoNotCoverAFindingWithoutRequirementsByOne) {
    EXPECT_EQ(applied({entry_for("S-1")}, {finding({})}).verdict, Verdict::kFailed);
}

TEST(KnownDeviations, SplitAFindingThatNamesMoreThanTheyCover) {
    const StepResult step = applied({entry_for("S-1")}, {finding({"S-1", "S-2", "A-1"})});
    ASSERT_EQ(step.findings.size(), 2U);
    EXPECT_EQ(step.findings[0].verdict, Verdict::kFailed);
    EXPECT_THAT(step.findings[0].requirements, ElementsAre("S-2", "A-1"));
    EXPECT_THAT(step.findings[0].deviations, IsEmpty());
    EXPECT_EQ(step.findings[1].verdict, Verdict::kDeviated);
    EXPECT_THAT(step.findings[1].requirements, ElementsAre("S-1"));
    EXPECT_EQ(step.verdict, Verdict::kFailed);
}

TEST(KnownDeviations, RateTheRestByItsOwnBasis) {
    EXPECT_EQ(applied({entry_for("S-1")}, {finding({"S-1", "A-1"})}).verdict, Verdict::kWarned);
    EXPECT_EQ(applied({entry_for("S-1")}, {finding({"S-1", "O-1"})}).verdict, Verdict::kDeviated);
}

TEST(KnownDeviations, DoNotRateTheRestMoreSeverely) {
    // As in a clean-up step, whose criteria only warn.
    EXPECT_EQ(applied({entry_for("S-1")}, {finding({"S-1", "S-2"}, Verdict::kWarned)}).verdict,
              Verdict::kWarned);
}

TEST(KnownDeviations, SplitByTheEntriesThatCover) {
    const StepResult step =
        applied({entry_for("S-1"), entry_for("S-2")}, {finding({"S-1", "S-2"})});
    ASSERT_EQ(step.findings.size(), 2U);
    EXPECT_THAT(step.findings[0].deviations, ElementsAre(entry_for("S-1")));
    EXPECT_THAT(step.findings[1].deviations, ElementsAre(entry_for("S-2")));
}

TEST(KnownDeviations, NameEveryEntryThatCoversAFinding) {
    const DeviationEntry wide = entry_for("", "", "things/*");
    const StepResult step = applied({entry_for("S-1"), wide}, {finding({"S-1"})});
    ASSERT_EQ(step.findings.size(), 1U);
    EXPECT_THAT(step.findings[0].deviations, ElementsAre(entry_for("S-1"), wide));
}

struct UncoveredCase {
    std::string_view name;
    Verdict verdict;
    std::string code;
};
void PrintTo(const UncoveredCase& row, std::ostream* out) {
    *out << row.name;
}
class NotDeviated : public testing::TestWithParam<UncoveredCase> {};

TEST_P(NotDeviated, KeepsItsVerdict) {
    const DeviationEntry all = entry_for("", "", "*");
    EXPECT_EQ(applied({all}, {finding({}, GetParam().verdict, GetParam().code)}).verdict,
              GetParam().verdict);
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    NotDeviated,
    testing::Values(UncoveredCase{"transport", Verdict::kNotRun, "transport"},
                    UncoveredCase{"transport_in_clean_up", Verdict::kWarned, "transport"},
                    UncoveredCase{"request", Verdict::kNotRun, "request"},
                    UncoveredCase{"steps", Verdict::kFailed, "steps"},
                    UncoveredCase{"observation", Verdict::kObserved, "observation"},
                    UncoveredCase{"unsupported", Verdict::kSkipped, "unsupported"}));

TEST(KnownDeviations, ApplyOnTheirLastDayAndExpireOnTheNext) {
    DeviationEntry entry = entry_for("S-1");
    entry.until = "2026-05-01";
    EXPECT_EQ(known({entry}, "2026-05-01").entries()[0].status, DeviationStatus::kNotExercised);
    EXPECT_EQ(known({entry}, "2026-05-02").entries()[0].status, DeviationStatus::kExpired);
    StepResult step = step_with({finding({"S-1"})});
    known({entry}, "2026-05-02").apply("things/make", ledger_of_bases(), {}, step);
    EXPECT_EQ(step.verdict, Verdict::kFailed);
    EXPECT_THAT(step.findings[0].note,
                HasSubstr("the known deviation at d.yaml:7:3 expired on 2026-05-01"));
}

TEST(KnownDeviations, ApplyInTheirScope) {
    std::vector<DeviationEntry> entries(4, entry_for("S-1"));
    entries[0].scope = "stag*";
    entries[1].scope = "https://api.*";
    entries[2].scope = "production";
    std::vector<DeviationStatus> statuses;
    const auto all = known(entries);
    for (const auto& one : all.entries()) statuses.push_back(one.status);
    EXPECT_THAT(statuses,
                ElementsAre(DeviationStatus::kNotExercised,
                            DeviationStatus::kNotExercised,
                            DeviationStatus::kOtherTarget,
                            DeviationStatus::kNotExercised));
    StepResult step = step_with({finding({"S-1"})});
    known({entries[2]}).apply("things/make", ledger_of_bases(), {}, step);
    EXPECT_EQ(step.verdict, Verdict::kFailed);
    EXPECT_EQ(step.findings[0].note, "");
}

TEST(KnownDeviations, KeepTheVerdictOfAStepWithoutTheirFindings) {
    StepResult step;
    step.verdict = Verdict::kSkipped;
    known({entry_for("S-1")}).apply("things/make", ledger_of_bases(), {}, step);
    EXPECT_EQ(step.verdict, Verdict::kSkipped);
}

}  // namespace
}  // namespace plumbline::deviations

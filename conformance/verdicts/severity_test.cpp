#include "conformance/verdicts/severity.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline::verdicts {

namespace {

using reports::Finding;
using reports::Verdict;
using ::testing::TestWithParam;
using ::testing::Values;

const SeverityOptions kMild{};
const SeverityOptions kStrict{.strict = true};

Requirement requirement(std::string id, Basis basis) {
    Requirement row;
    row.id = std::move(id);
    row.basis = basis;
    return row;
}

Ledger sample_ledger() {
    return {{requirement("STATED-1", Basis::kStated),
             requirement("IMPLIED-1", Basis::kImplied),
             requirement("ASSUMED-1", Basis::kAssumed),
             requirement("OPEN-1", Basis::kOpen)}};
}

Finding finding(Verdict verdict, std::string code = "criterion") {
    Finding result;
    result.code = std::move(code);
    result.verdict = verdict;
    return result;
}

TEST(VerdictFor, FollowsTheBasis) {
    EXPECT_EQ(verdict_for(Basis::kStated, kMild), Verdict::kFailed);
    EXPECT_EQ(verdict_for(Basis::kImplied, kMild), Verdict::kFailed);
    EXPECT_EQ(verdict_for(Basis::kAssumed, kMild), Verdict::kWarned);
    EXPECT_EQ(verdict_for(Basis::kOpen, kMild), Verdict::kObserved);
}

TEST(VerdictFor, FailsAssumedRequirementsIfStrictButNeverOpenOnes) {
    EXPECT_EQ(verdict_for(Basis::kAssumed, kStrict), Verdict::kFailed);
    EXPECT_EQ(verdict_for(Basis::kOpen, kStrict), Verdict::kObserved);
}

TEST(ChangedVerdict, IsThatOfTheCheck) {
    const SeverityOptions options{.checks = {{"a", CheckSeverity::kFail},
                                             {"b", CheckSeverity::kWarn},
                                             {"c", CheckSeverity::kIgnore}}};
    EXPECT_EQ(changed_verdict(Verdict::kWarned, "a", options), Verdict::kFailed);
    EXPECT_EQ(changed_verdict(Verdict::kFailed, "b", options), Verdict::kWarned);
    EXPECT_EQ(changed_verdict(Verdict::kFailed, "c", options), Verdict::kWarned);
    EXPECT_EQ(changed_verdict(Verdict::kFailed, "d", options), Verdict::kFailed);
    for (const Verdict other : {Verdict::kObserved, Verdict::kSkipped, Verdict::kNotRun})
        EXPECT_EQ(changed_verdict(other, "a", options), other);
    EXPECT_TRUE(options.ignores("c"));
    EXPECT_FALSE(options.ignores("b"));
    EXPECT_TRUE(options.ignores_any());
    EXPECT_FALSE(kMild.ignores_any());
}

struct VerdictCase {
    std::vector<std::string> requirements;
    Verdict verdict;
};
void PrintTo(const VerdictCase& named, std::ostream* out) {
    for (const std::string& id : named.requirements) *out << id << ' ';
}

class VerdictForRequirements : public TestWithParam<VerdictCase> {};

TEST_P(VerdictForRequirements, ReturnsTheMostSevereOfTheirVerdicts) {
    EXPECT_EQ(verdict_for(GetParam().requirements, sample_ledger(), kMild), GetParam().verdict);
}

INSTANTIATE_TEST_SUITE_P(Each,
                         VerdictForRequirements,
                         Values(VerdictCase{{}, Verdict::kFailed},
                                VerdictCase{{"UNKNOWN-1"}, Verdict::kFailed},
                                VerdictCase{{"OPEN-1"}, Verdict::kObserved},
                                VerdictCase{{"ASSUMED-1"}, Verdict::kWarned},
                                VerdictCase{{"OPEN-1", "ASSUMED-1"}, Verdict::kWarned},
                                VerdictCase{{"ASSUMED-1", "IMPLIED-1"}, Verdict::kFailed},
                                VerdictCase{{"STATED-1", "OPEN-1"}, Verdict::kFailed},
                                VerdictCase{{"OPEN-1", "UNKNOWN-1"}, Verdict::kFailed}),
                         RowName());

TEST(Worst, FollowsOneOrder) {
    const std::vector<Verdict> order{Verdict::kFailed,
                                     Verdict::kFixed,
                                     Verdict::kNotRun,
                                     Verdict::kWarned,
                                     Verdict::kDeviated,
                                     Verdict::kSkipped,
                                     Verdict::kObserved,
                                     Verdict::kPassed};
    ASSERT_EQ(order.size(), reports::kVerdictCount);
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = 0; j < order.size(); ++j) {
            EXPECT_EQ(worst(order[i], order[j]), order[std::min(i, j)]);
        }
    }
}

TEST(WorstVerdict, PassesWithoutFindings) {
    EXPECT_EQ(worst_verdict({}), Verdict::kPassed);
}

TEST(WorstVerdict, ReturnsTheVerdictOfTheWorstFinding) {
    EXPECT_EQ(worst_verdict({finding(Verdict::kObserved), finding(Verdict::kWarned)}),
              Verdict::kWarned);
    EXPECT_EQ(worst_verdict({finding(Verdict::kFailed), finding(Verdict::kNotRun)}),
              Verdict::kFailed);
}

}  // namespace
}  // namespace plumbline::verdicts

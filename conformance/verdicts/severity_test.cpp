#include "conformance/verdicts/severity.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline::verdicts {

namespace {

using reports::Finding;
using reports::Verdict;
using ::testing::TestWithParam;
using ::testing::Values;

constexpr SeverityOptions kMild{};
constexpr SeverityOptions kStrict{.strict = true};

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

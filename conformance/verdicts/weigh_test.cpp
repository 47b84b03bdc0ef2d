#include "conformance/verdicts/weigh.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline::verdicts {

namespace {

using reports::Finding;
using reports::Verdict;
using ::testing::TestWithParam;
using ::testing::Values;

constexpr Severity kMild{};
constexpr Severity kStrict{.strict = true};

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
    Finding made;
    made.code = std::move(code);
    made.verdict = verdict;
    return made;
}

TEST(Broken, GoesByTheBasis) {
    EXPECT_EQ(broken(Basis::kStated, kMild), Verdict::kFailed);
    EXPECT_EQ(broken(Basis::kImplied, kMild), Verdict::kFailed);
    EXPECT_EQ(broken(Basis::kAssumed, kMild), Verdict::kWarned);
    EXPECT_EQ(broken(Basis::kOpen, kMild), Verdict::kObserved);
}

TEST(Broken, FailsWhatIsAssumedIfStrictButNeverWhatIsOpen) {
    EXPECT_EQ(broken(Basis::kAssumed, kStrict), Verdict::kFailed);
    EXPECT_EQ(broken(Basis::kOpen, kStrict), Verdict::kObserved);
}

struct Named {
    std::vector<std::string> requirements;
    Verdict verdict;
};
void PrintTo(const Named& named, std::ostream* out) {
    for (const std::string& id : named.requirements) *out << id << ' ';
}

class BrokenChecks : public TestWithParam<Named> {};

TEST_P(BrokenChecks, TakeTheMostSevereOfTheirRequirements) {
    EXPECT_EQ(broken(GetParam().requirements, sample_ledger(), kMild), GetParam().verdict);
}

INSTANTIATE_TEST_SUITE_P(Each,
                         BrokenChecks,
                         Values(Named{{}, Verdict::kFailed},
                                Named{{"UNKNOWN-1"}, Verdict::kFailed},
                                Named{{"OPEN-1"}, Verdict::kObserved},
                                Named{{"ASSUMED-1"}, Verdict::kWarned},
                                Named{{"OPEN-1", "ASSUMED-1"}, Verdict::kWarned},
                                Named{{"ASSUMED-1", "IMPLIED-1"}, Verdict::kFailed},
                                Named{{"STATED-1", "OPEN-1"}, Verdict::kFailed},
                                Named{{"OPEN-1", "UNKNOWN-1"}, Verdict::kFailed}),
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

TEST(Weigh, PassesWithoutFindings) {
    EXPECT_EQ(weigh({}), Verdict::kPassed);
}

TEST(Weigh, TakesTheWorstFinding) {
    EXPECT_EQ(weigh({finding(Verdict::kObserved), finding(Verdict::kWarned)}), Verdict::kWarned);
    EXPECT_EQ(weigh({finding(Verdict::kFailed), finding(Verdict::kNotRun)}), Verdict::kFailed);
}

}  // namespace
}  // namespace plumbline::verdicts

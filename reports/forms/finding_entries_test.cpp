#include "reports/forms/finding_entries.hpp"

#include "reports/testing.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

RunResult run_of(std::vector<ScenarioResult> scenarios) {
    RunResult result;
    result.scenarios = std::move(scenarios);
    return result;
}

std::vector<std::string> rules_of(const RunResult& result) {
    std::vector<std::string> rules;
    for (const FindingEntry& entry : finding_entries(result)) rules.push_back(entry.rule);
    return rules;
}

TEST(FindingEntries, AreWhatFailsTheRunFirst) {
    EXPECT_THAT(rules_of(sample_result()),
                ElementsAre("coverage",
                            "expired",
                            "CP-PATCH-1",
                            "status",
                            "CP-PATCH-2",
                            "not_run",
                            "CP-READ-1",
                            "CP-PATCH-2",
                            "CP-PATCH-1"));
}

TEST(FindingEntries, AreNoneWithoutFindings) {
    EXPECT_THAT(rules_of(run_of({sample_scenario("a/b", Verdict::kPassed),
                                 sample_scenario("a/c", Verdict::kSkipped)})),
                IsEmpty());
}

TEST(FindingEntries, CountFindingsOfOneStepAndCodeOnce) {
    const auto step = [](const std::string& got) {
        return sample_step("poll", {sample_finding(Verdict::kFailed, "CP-1", "done", got)});
    };
    const RunResult result =
        run_of({sample_scenario("a/b", Verdict::kFailed, {step("1"), step("2"), step("3")})});
    const auto entries = finding_entries(result);
    ASSERT_THAT(entries, testing::SizeIs(1));
    EXPECT_EQ(entries[0].message, "CP-1: expected done, got 1 (and 2 more in this step)");
}

TEST(FindingEntries, CountTheScenariosThatWereNotRunForOneReason) {
    std::vector<ScenarioResult> scenarios(3, sample_scenario("a/b", Verdict::kNotRun));
    for (ScenarioResult& scenario : scenarios) scenario.reason = "refused";
    const RunResult result = run_of(scenarios);
    const auto entries = finding_entries(result);
    ASSERT_THAT(entries, testing::SizeIs(1));
    EXPECT_EQ(entries[0].message, "refused (3 scenarios)");
}

TEST(FindingEntries, HaveFingerprintsWithoutValuesAndPositions) {
    RunResult first = run_of({sample_failure()});
    RunResult second = first;
    for (Finding& finding : second.scenarios[0].steps[1].findings) {
        finding.got = "another value";
        finding.where.line += 7;
    }
    const auto a = finding_entries(first);
    const auto b = finding_entries(second);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].fingerprint, b[i].fingerprint);
        EXPECT_EQ(std::count_if(a.begin(),
                                a.end(),
                                [&](const FindingEntry& other) {
                                    return other.fingerprint == a[i].fingerprint;
                                }),
                  1);
    }
    second.scenarios[0].name = "another";
    EXPECT_NE(finding_entries(second)[0].fingerprint, a[0].fingerprint);
}

}  // namespace
}  // namespace plumbline::reports

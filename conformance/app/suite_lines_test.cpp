#include "conformance/app/suite_lines.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kSuite = "conformance/suites/access.arazzo.yaml";

reports::RunResult with_findings(const std::vector<SourceRef>& positions,
                                 reports::Verdict verdict = reports::Verdict::kFailed) {
    reports::StepResult step;
    for (const SourceRef& where : positions) {
        reports::Finding finding;
        finding.verdict = verdict;
        finding.where = where;
        step.findings.push_back(finding);
    }
    reports::ScenarioResult scenario;
    scenario.steps = {step};
    reports::RunResult result;
    result.scenarios = {scenario};
    return result;
}

TEST(SuiteLines, AreThoseAroundAFinding) {
    auto result = with_findings({{kSuite, 1, 1}, {kSuite, 10, 3}, {kSuite, 10, 9}});
    add_suite_lines(result);
    ASSERT_THAT(result.sources, SizeIs(2));
    EXPECT_EQ(result.sources[0].where.line, 1);
    EXPECT_THAT(result.sources[0].lines, SizeIs(4));
    EXPECT_THAT(result.sources[0].lines, testing::Contains(testing::StartsWith("arazzo: 1.")));
    EXPECT_EQ(result.sources[1].where.line, 7);
    EXPECT_THAT(result.sources[1].lines, SizeIs(7));
}

TEST(SuiteLines, AreNotAddedForOtherFilesAndObservations) {
    auto other = with_findings({{"mine.arazzo.yaml", 3, 1}, {kSuite, 0, 0}, {kSuite, 99'999, 1}});
    add_suite_lines(other);
    EXPECT_THAT(other.sources, IsEmpty());
    auto observed = with_findings({{kSuite, 3, 1}}, reports::Verdict::kObserved);
    add_suite_lines(observed);
    EXPECT_THAT(observed.sources, IsEmpty());
}

TEST(SuiteLines, AreBounded) {
    std::vector<SourceRef> positions;
    for (int line = 1; line <= 60; ++line) {
        for (const char* name : {"access", "creation", "deployments", "lifecycle"})
            positions.push_back(
                {std::string("conformance/suites/") + name + ".arazzo.yaml", line, 1});
    }
    auto result = with_findings(positions);
    add_suite_lines(result);
    EXPECT_THAT(result.sources, SizeIs(testing::Le(200)));
}

}  // namespace
}  // namespace plumbline::app

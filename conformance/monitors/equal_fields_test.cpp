#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using EqualFieldsMonitor = JobsMonitorTest;

TEST_F(EqualFieldsMonitor, VerifiesEqualValues) {
    EXPECT_THAT(run(R"("rows":7,"progress":{"rows":7.0})").verified, Contains("J-EQUAL"));
}

TEST_F(EqualFieldsMonitor, ReportsDifferentValues) {
    const auto result = run(R"("rows":7,"progress":{"rows":6})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-EQUAL"));
    EXPECT_EQ(result.findings.front().finding.expected,
              "/progress/rows of run r to equal /rows: 7");
}

TEST_F(EqualFieldsMonitor, IgnoresMissingValues) {
    const auto result = runs(
        R"([{"id":"a","rows":7},{"id":"b","progress":{"rows":7}},{"id":"c","rows":7,"progress":{"rows":null}}])");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("J-EQUAL")));
}

}  // namespace
}  // namespace plumbline::monitors

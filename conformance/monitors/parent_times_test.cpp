#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using ParentTimesMonitor = JobsMonitorTest;

TEST_F(ParentTimesMonitor, VerifiesChildrenThatAreNotOlder) {
    jobs(R"([{"id":"j","made":"2026-01-01T00:00:00Z"}])");
    EXPECT_THAT(run(R"("made":"2026-01-01T01:00:00.5+01:00")").verified, Contains("J-YOUNGER"));
}

TEST_F(ParentTimesMonitor, ReportsAChildThatIsOlder) {
    jobs(R"([{"id":"j","made":"2026-01-01T00:00:01Z"}])");
    const auto result = run(R"("made":"2026-01-01T00:00:00Z")");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-YOUNGER"));
    EXPECT_THAT(result.findings.front().finding.expected,
                HasSubstr("not before /made of job j, 2026-01-01T00:00:01Z"));
}

TEST_F(ParentTimesMonitor, IgnoresUnknownTimes) {
    EXPECT_THAT(run(R"("made":"2026-01-01T00:00:00Z")").findings, IsEmpty());
    jobs(R"([{"id":"j","made":"yesterday"},{"id":"other","made":"2027-01-01T00:00:00Z"}])");
    const auto result = run(R"("made":"2026-01-01T00:00:00Z")");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("J-YOUNGER")));
}

}  // namespace
}  // namespace plumbline::monitors

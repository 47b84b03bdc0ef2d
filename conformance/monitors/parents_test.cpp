#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using ParentsTimes = WatchingJobs;

TEST_F(ParentsTimes, HoldForWhatIsNotOlder) {
    jobs(R"([{"id":"j","made":"2026-01-01T00:00:00Z"}])");
    EXPECT_THAT(run(R"("made":"2026-01-01T01:00:00.5+01:00")").verified, Contains("J-YOUNGER"));
}

TEST_F(ParentsTimes, AreBrokenByWhatIsOlder) {
    jobs(R"([{"id":"j","made":"2026-01-01T00:00:01Z"}])");
    const auto judged = run(R"("made":"2026-01-01T00:00:00Z")");
    EXPECT_THAT(broken(judged), ElementsAre("J-YOUNGER"));
    EXPECT_THAT(judged.broken.front().finding.expected,
                HasSubstr("not before /made of job j, 2026-01-01T00:00:01Z"));
}

TEST_F(ParentsTimes, AreNotJudgedByWhatIsNotKnown) {
    EXPECT_THAT(run(R"("made":"2026-01-01T00:00:00Z")").broken, IsEmpty());
    jobs(R"([{"id":"j","made":"yesterday"},{"id":"other","made":"2027-01-01T00:00:00Z"}])");
    const auto judged = run(R"("made":"2026-01-01T00:00:00Z")");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Not(Contains("J-YOUNGER")));
}

}  // namespace
}  // namespace plumbline::monitors

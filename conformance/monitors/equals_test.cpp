#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using Equals = WatchingJobs;

TEST_F(Equals, HoldsForTheSameValue) {
    EXPECT_THAT(run(R"("rows":7,"progress":{"rows":7.0})").verified, Contains("J-EQUAL"));
}

TEST_F(Equals, IsBrokenByAnother) {
    const auto judged = run(R"("rows":7,"progress":{"rows":6})");
    EXPECT_THAT(broken(judged), ElementsAre("J-EQUAL"));
    EXPECT_EQ(judged.broken.front().finding.expected,
              "/progress/rows of run r to be what /rows is: 7");
}

TEST_F(Equals, IsNotJudgedWhereEitherIsMissing) {
    const auto judged = runs(
        R"([{"id":"a","rows":7},{"id":"b","progress":{"rows":7}},{"id":"c","rows":7,"progress":{"rows":null}}])");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Not(Contains("J-EQUAL")));
}

}  // namespace
}  // namespace plumbline::monitors

#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using Kept = WatchingJobs;

TEST_F(Kept, HoldsForListsThatGetLonger) {
    run(R"("progress":{"files":["a"]})");
    EXPECT_THAT(run(R"("progress":{"files":["a","b"]})").verified, Contains("J-FILES"));
    EXPECT_THAT(run(R"("progress":{"files":["a","b"]})").verified, Contains("J-FILES"));
}

TEST_F(Kept, IsBrokenByAnItemThatIsGone) {
    run(R"("progress":{"files":["a","b"]})");
    const auto judged = run(R"("progress":{"files":["a","c"]})");
    EXPECT_THAT(broken(judged), ElementsAre("J-FILES"));
    EXPECT_THAT(judged.broken.front().finding.expected, HasSubstr(R"(["a","b"])"));
    EXPECT_THAT(broken(run(R"("progress":{"files":["a"]})")), ElementsAre("J-FILES"));
}

TEST_F(Kept, HoldsForListsInAnotherOrder) {
    run(R"("progress":{"files":["a","b"]})");
    EXPECT_THAT(run(R"("progress":{"files":["b","c","a"]})").verified, Contains("J-FILES"));
}

TEST_F(Kept, IsToldOnceWhereSomethingIsMissingFromThenOn) {
    run(R"("progress":{"files":["a","b"]})");
    EXPECT_THAT(broken(run(R"("progress":{"files":["a"]})")), ElementsAre("J-FILES"));
    EXPECT_THAT(run(R"("progress":{"files":["a"]})").broken, IsEmpty());
}

TEST_F(Kept, VouchesForNothingWhileThereWasNothing) {
    run(R"("progress":{"files":[]})");
    EXPECT_THAT(run(R"("progress":{"files":["a"]})").verified, Not(Contains("J-FILES")));
}

TEST_F(Kept, HoldsForObjectsThatGetMembers) {
    run(R"("errors":{"try_0":"broke"})");
    EXPECT_THAT(run(R"("errors":{"try_0":"broke","try_1":"again"})").verified, Contains("J-KEPT"));
}

TEST_F(Kept, IsBrokenByAMemberThatIsGoneOrChanged) {
    run(R"("errors":{"try_0":"broke"})");
    EXPECT_THAT(broken(run(R"("errors":{"try_0":"tore"})")), ElementsAre("J-KEPT"));
    EXPECT_THAT(broken(run(R"("errors":{})")), ElementsAre("J-KEPT"));
    run(R"("errors":{"try_0":"broke"})");
    run(R"("errors":{"try_0":"broke"})");
    EXPECT_THAT(broken(run(R"("errors":null)")), ElementsAre("J-KEPT"));
}

TEST_F(Kept, IsNotJudgedByAnAnswerThatWasUnderWay) {
    const auto at = [&](int started, int ended, const std::string& files) {
        return see({.operation = "listRuns",
                    .answer = R"([{"id":"r","progress":{"files":)" + files + "}}]",
                    .path = {{"job_id", "j"}},
                    .started = started,
                    .ended = ended});
    };
    at(0, 20, R"(["a"])");
    EXPECT_THAT(at(10, 30, "[]").broken, IsEmpty());
    EXPECT_THAT(broken(at(40, 50, "[]")), ElementsAre("J-FILES"));
}

}  // namespace
}  // namespace plumbline::monitors

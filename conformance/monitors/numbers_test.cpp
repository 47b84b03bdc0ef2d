#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using Numbers = WatchingJobs;

TEST_F(Numbers, HoldForNamesFromZeroOn) {
    const auto judged = run(R"("errors":{"try_0":"","try_1":"","try_2":""})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, AllOf(Contains("J-KEYS"), Contains("J-TRIES")));
}

TEST_F(Numbers, DoNotDependOnHowNamesAreSorted) {
    restart({}, {{"tries", 20}});
    Json errors;
    for (int i = 0; i < 12; ++i) errors["try_" + std::to_string(i)] = "";
    EXPECT_THAT(run(R"("errors":)" + errors.dump()).verified, Contains("J-KEYS"));
}

TEST_F(Numbers, AreBrokenByAGap) {
    const auto judged = run(R"("errors":{"try_0":"","try_2":""})");
    EXPECT_THAT(broken(judged), ElementsAre("J-KEYS"));
    EXPECT_EQ(judged.broken.front().finding.got, "number 2 without number 1");
    EXPECT_THAT(broken(run(R"("errors":{"try_1":""})")), Contains("J-KEYS"));
}

TEST_F(Numbers, AreBrokenByAnotherName) {
    const auto judged = run(R"("errors":{"try_0":"","last":""})");
    EXPECT_THAT(broken(judged), ElementsAre("J-KEYS"));
    EXPECT_EQ(judged.broken.front().finding.got, "\"last\"");
    restart();
    EXPECT_THAT(broken(run(R"("errors":{"try_00":""})")), ElementsAre("J-KEYS"));
}

TEST_F(Numbers, SayNothingWhereThereAreNone) {
    EXPECT_THAT(run(R"("errors":{})").verified, Not(Contains("J-KEYS")));
    EXPECT_THAT(run(R"("errors":null)").broken, IsEmpty());
}

TEST_F(Numbers, AreNotToBeMoreThanTheLimit) {
    const std::string four = R"("errors":{"try_0":"","try_1":"","try_2":"","try_3":""})";
    const auto judged = run(four);
    EXPECT_THAT(broken(judged), ElementsAre("J-TRIES"));
    EXPECT_EQ(judged.broken.front().finding.expected, "/errors of run r to have no more than 3");
    restart({}, {{"tries", 3}});
    EXPECT_THAT(run(four).broken, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors

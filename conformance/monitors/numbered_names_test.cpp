#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using NumberedNamesMonitor = JobsMonitorTest;

TEST_F(NumberedNamesMonitor, VerifiesNamesFromZeroOn) {
    const auto result = run(R"("errors":{"try_0":"","try_1":"","try_2":""})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, AllOf(Contains("J-KEYS"), Contains("J-TRIES")));
}

TEST_F(NumberedNamesMonitor, IgnoresTheOrderOfNames) {
    restart({}, {{"tries", 20}});
    Json errors;
    for (int i = 0; i < 12; ++i) errors["try_" + std::to_string(i)] = "";
    EXPECT_THAT(run(R"("errors":)" + errors.dump()).verified, Contains("J-KEYS"));
}

TEST_F(NumberedNamesMonitor, ReportsAGap) {
    const auto result = run(R"("errors":{"try_0":"","try_2":""})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-KEYS"));
    EXPECT_EQ(result.findings.front().finding.got, "number 2 without number 1");
    EXPECT_THAT(broken_requirements(run(R"("errors":{"try_1":""})")), Contains("J-KEYS"));
}

TEST_F(NumberedNamesMonitor, ReportsANameThatDoesNotMatch) {
    const auto result = run(R"("errors":{"try_0":"","last":""})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-KEYS"));
    EXPECT_EQ(result.findings.front().finding.got, "\"last\"");
    restart();
    EXPECT_THAT(broken_requirements(run(R"("errors":{"try_00":""})")), ElementsAre("J-KEYS"));
}

TEST_F(NumberedNamesMonitor, VerifiesNothingForAnEmptyObject) {
    EXPECT_THAT(run(R"("errors":{})").verified, Not(Contains("J-KEYS")));
    EXPECT_THAT(run(R"("errors":null)").findings, IsEmpty());
}

TEST_F(NumberedNamesMonitor, ReportsMoreNamesThanTheLimit) {
    const std::string four = R"("errors":{"try_0":"","try_1":"","try_2":"","try_3":""})";
    const auto result = run(four);
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-TRIES"));
    EXPECT_EQ(result.findings.front().finding.expected, "/errors of run r to have at most 3");
    restart({}, {{"tries", 3}});
    EXPECT_THAT(run(four).findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors

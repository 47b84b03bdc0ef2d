#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

class PositionsMonitor : public JobsMonitorTest {
  protected:
    checks::CheckResult at(int rows, const std::string& cursor) {
        return run(R"("rows":)" + std::to_string(rows) + R"(,"progress":{"cursor":)" + cursor +
                   '}');
    }
};

TEST_F(PositionsMonitor, VerifiesAPositionThatMovesOn) {
    at(0, "null");
    at(10, R"("day/10")");
    EXPECT_THAT(at(10, R"("day/10")").findings, IsEmpty());
    const auto result = at(20, R"("day/20")");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("J-MOVES"));
}

TEST_F(PositionsMonitor, ReportsAPositionThatRepeats) {
    at(10, R"("day/10")");
    const auto result = at(20, R"("day/10")");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-MOVES"));
    EXPECT_THAT(result.findings.front().finding.got, "\"day/10\", which is still that of 10");
}

TEST_F(PositionsMonitor, ReportsAPositionThatComesBack) {
    at(10, R"("day/10")");
    at(20, R"("day/20")");
    EXPECT_THAT(broken_requirements(at(30, R"("day/10")")), ElementsAre("J-MOVES"));
}

TEST_F(PositionsMonitor, ReportsANumberThatDecreases) {
    at(10, "100");
    EXPECT_THAT(broken_requirements(at(20, "50")), ElementsAre("J-MOVES"));
}

TEST_F(PositionsMonitor, ReportsAPositionThatVanishes) {
    at(10, R"("day/10")");
    const auto result = at(20, "null");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-MOVES"));
    EXPECT_THAT(result.findings.front().finding.got, "nothing");
}

}  // namespace
}  // namespace plumbline::monitors

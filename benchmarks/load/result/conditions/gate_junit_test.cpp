#include "benchmarks/load/result/gate.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Returns two levels: of 50 and of 100 requests per second, with 1 and 3 failures.
LoadResult result_with_failures() {
    LoadResult result = result_without_levels();
    for (const std::uint64_t failures : {1U, 3U}) {
        Level level;
        level.target = failures == 1 ? 50 : 100;
        level.verdict = "ok";
        level.counts.completed = 9;
        level.counts.failed[static_cast<std::size_t>(FailureClass::kStatus)] = failures;
        result.levels.push_back(std::move(level));
    }
    return result;
}

std::string junit_of(const LoadResult& result, std::string_view condition) {
    const auto parsed = parse_gate(condition);
    EXPECT_THAT(parsed, IsOk());
    return parsed ? render_junit({*parsed}, result) : "";
}

TEST(GateJunit, HasACaseForEachLevel) {
    const std::string xml = junit_of(result_with_failures(), "failed > 2");
    EXPECT_THAT(xml, HasSubstr(R"(tests="2" failures="1" errors="0")"));
    EXPECT_THAT(xml, HasSubstr(R"(name="failed &gt; 2: 50/s" time="0.000"/>)"));
    EXPECT_THAT(
        xml,
        HasSubstr("name=\"failed &gt; 2: 100/s\" time=\"0.000\">\n      <failure "
                  "message=\"100/s: failed &gt; 2: violated: failed is 3, the limit 2\"/>"));
}

TEST(GateJunit, ReportsWhatIsUnknownAsAnError) {
    EXPECT_THAT(junit_of(result_with_failures(), "failed > 2 at 400"),
                HasSubstr(R"(tests="1" failures="0" errors="1")"));
    EXPECT_THAT(junit_of(result_with_failures(), "ttfc_p99 > 1s"),
                HasSubstr(R"(tests="2" failures="0" errors="2")"));
}

TEST(GateJunit, ReportsAnIncompleteMeasurementAsAnError) {
    LoadResult result = result_with_failures();
    EXPECT_THAT(junit_of(result, "failed > 5"), Not(HasSubstr("measurement")));
    result.levels[1].verdict = "interrupted";
    const std::string xml = junit_of(result, "failed > 5");
    EXPECT_THAT(xml, HasSubstr(R"(tests="3" failures="0" errors="1")"));
    EXPECT_THAT(xml, HasSubstr(R"(name="measurement: 100/s")"));
    EXPECT_THAT(xml, HasSubstr(R"(<error message="the level was interrupted"/>)"));
}

TEST(GateJunit, ReportsWhatFailsWithoutACondition) {
    LoadResult result = result_with_failures();
    result.levels[0].verdict = "undercounted";
    result.levels[1].counts = {.attempted = 1};
    const std::string xml = junit_of(result, "failed > 5");
    EXPECT_THAT(xml, HasSubstr(R"(tests="4" failures="1" errors="1")"));
    EXPECT_THAT(xml, HasSubstr(R"(<error message="50/s: undercounted: )"));
    EXPECT_THAT(xml, HasSubstr(R"(<failure message="100/s: none of )"));
}

}  // namespace
}  // namespace plumbline::load

#include "benchmarks/load/result/gate.hpp"

#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::SizeIs;

/// Returns one level with simple figures: ttfc from 1 to 1,000 ms, one value each.
LoadResult plain_result() {
    LoadResult result = result_without_levels();
    Level level;
    level.target = 500;
    level.achieved = 480;
    level.seconds = 10;
    level.in_flight_mean = 12;
    level.in_flight_peak = 40;
    level.counts = {.attempted = 1000, .completed = 880, .bounded = 10, .incomplete = 10};
    level.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)] = 90;
    level.counts.failed[static_cast<std::size_t>(FailureClass::kJson)] = 10;
    level.counts.events = 1'000'000;
    level.counts.tokens = 600'000;
    level.counts.bytes = 5'000'000;
    level.counts.good = 445;
    level.counts.gaps_of_zero = 250;
    for (int i = 1; i <= 1000; ++i) {
        level.metrics[Metric::kTtfc].record(std::int64_t{i} * 1'000'000);
        level.metrics[Metric::kGap].record(i);
        level.metrics[Metric::kStreamRate].record(std::int64_t{i} * 100);
        level.metrics[Metric::kEventsPerStream].record(i);
    }
    level.client = {.cpu = 0.5,
                    .waited_share = 0.25,
                    .reads_per_wakeup = 3,
                    .loop_lag_p99 = 2'000'000,
                    .handling_p99 = 30'000};
    result.levels = {level};
    return result;
}

struct GateCase {
    std::string_view condition;
    GateOutcome outcome;
};
void PrintTo(const GateCase& c, std::ostream* out) {
    *out << c.condition;
}

class Gate : public testing::TestWithParam<GateCase> {};

TEST_P(Gate, ChecksALevel) {
    const auto condition = parse_gate(GetParam().condition);
    ASSERT_THAT(condition, IsOk());
    EXPECT_THAT(check_gate(*condition, plain_result()),
                ElementsAre(Field(&GateFinding::outcome, GetParam().outcome)));
}

constexpr GateOutcome kPass = GateOutcome::kPassed;
constexpr GateOutcome kViolate = GateOutcome::kViolated;
constexpr GateOutcome kUnknown = GateOutcome::kUnknown;

INSTANTIATE_TEST_SUITE_P(Comparisons,
                         Gate,
                         testing::Values(GateCase{"attempted > 999", kViolate},
                                         GateCase{"attempted > 1000", kPass},
                                         GateCase{"attempted >= 1000", kViolate},
                                         GateCase{"attempted >= 1e3", kViolate},
                                         GateCase{"attempted >= 1001", kPass},
                                         GateCase{"attempted < 1000", kPass},
                                         GateCase{"attempted < 1000.5", kViolate},
                                         GateCase{"attempted <= 1000", kViolate},
                                         GateCase{"\tattempted<=999 ", kPass}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(Figures,
                         Gate,
                         testing::Values(GateCase{"completed < 880", kPass},
                                         GateCase{"completed < 881", kViolate},
                                         GateCase{"bounded > 9", kViolate},
                                         GateCase{"incomplete > 9", kViolate},
                                         GateCase{"succeeded < 891", kViolate},
                                         GateCase{"succeeded < 890", kPass},
                                         GateCase{"failed > 99", kViolate},
                                         GateCase{"failed > 100", kPass},
                                         GateCase{"failed_timeout >= 90", kViolate},
                                         GateCase{"failed_timeout > 90", kPass},
                                         GateCase{"failed_error_event > 0", kPass},
                                         GateCase{"good < 446", kViolate},
                                         GateCase{"events > 999999", kViolate},
                                         GateCase{"failed_share > 10%", kViolate},
                                         GateCase{"failed_share > 10.2%", kPass},
                                         GateCase{"failed_share > 0.102", kPass},
                                         GateCase{"incomplete_share >= 1%", kViolate},
                                         GateCase{"goodput < 0.95", kViolate},
                                         GateCase{"goodput < 44%", kPass},
                                         GateCase{"goodput_rate < 241/s", kViolate},
                                         GateCase{"goodput_rate < 239", kPass},
                                         GateCase{"zero_gap_share >= 25%", kViolate},
                                         GateCase{"achieved < 480/s", kPass},
                                         GateCase{"achieved < 481 /s", kViolate},
                                         GateCase{"events_per_second < 1e5", kPass},
                                         GateCase{"events_per_second < 100001/s", kViolate},
                                         GateCase{"bytes_per_second <= 500000", kViolate},
                                         GateCase{"tokens_per_second < 60000/s", kPass},
                                         GateCase{"tokens_per_user < 5000/s", kPass},
                                         GateCase{"tokens_per_user < 5001/s", kViolate},
                                         GateCase{"in_flight_mean > 12", kPass},
                                         GateCase{"in_flight_peak >= 40", kViolate},
                                         GateCase{"cpu > 0.9", kPass},
                                         GateCase{"cpu > 49%", kViolate},
                                         GateCase{"waited > 24%", kViolate},
                                         GateCase{"waited < 100%", kViolate},
                                         GateCase{"failed_share >= 1", kPass},
                                         GateCase{"cpu > 1.5", kPass},
                                         GateCase{"cpu < 400%", kViolate},
                                         GateCase{"achieved < 28801/m", kViolate},
                                         GateCase{"achieved < 28799/m", kPass},
                                         GateCase{"loop_lag_p99 >= 2ms", kViolate},
                                         GateCase{"handling_p99 > 29us", kViolate},
                                         GateCase{"reads_per_wakeup >= 3", kViolate},
                                         GateCase{"client_bound", kPass}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(Metrics,
                         Gate,
                         testing::Values(GateCase{"ttfc_p50 > 499ms", kViolate},
                                         GateCase{"ttfc_p50 > 501ms", kPass},
                                         GateCase{"ttfc_p50 > 0.501s", kPass},
                                         GateCase{"ttfc_p50 > 0.00833m", kViolate},
                                         GateCase{"ttfc_max < 1h", kViolate},
                                         GateCase{"ttfc_p50 > 499000 us", kViolate},
                                         GateCase{"ttfc_p50 > 0", kViolate},
                                         GateCase{"ttfc_p99 > 200ms", kViolate},
                                         GateCase{"ttfc_p99.0 > 991ms", kPass},
                                         GateCase{"gap_p99 >= 990ns", kViolate},
                                         GateCase{"gap_p99 >= 991ns", kPass},
                                         GateCase{"ttfc_max > 999ms", kViolate},
                                         GateCase{"ttfc_max > 1s", kPass},
                                         GateCase{"ttfc_min < 1ms", kPass},
                                         GateCase{"ttfc_mean > 500ms", kViolate},
                                         GateCase{"ttfc_mean > 501ms", kPass},
                                         GateCase{"stream_rate_p50 < 50/s", kPass},
                                         GateCase{"stream_rate_p50 < 51", kViolate},
                                         GateCase{"events_per_stream_max > 999", kViolate}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(Unknown,
                         Gate,
                         testing::Values(GateCase{"ttfc_p99.1 > 2s", kUnknown},
                                         GateCase{"gap_p99.9 >= 5ms", kUnknown},
                                         GateCase{"ttft_p50 > 1s", kUnknown},
                                         GateCase{"stall_max > 1s", kUnknown},
                                         GateCase{"token_time_p50 > 1s", kUnknown},
                                         GateCase{"duration_max > 1s", kUnknown},
                                         GateCase{"ttfc_sent_p99 > 1s", kUnknown},
                                         GateCase{"server_cpu > 1", kUnknown},
                                         GateCase{"server_cpu_per_event > 1us", kUnknown}),
                         RowName());

std::vector<std::string> texts_of(std::string_view condition, const LoadResult& result) {
    std::vector<std::string> texts;
    for (const GateFinding& finding : check_gate(parse_gate(condition).value(), result))
        texts.push_back(finding.text);
    return texts;
}

TEST(GateFinding, ReportsLevelValueAndLimit) {
    EXPECT_THAT(texts_of("ttfc_p99 > 200ms", plain_result()),
                ElementsAre("500/s: ttfc_p99 > 200ms: violated: ttfc_p99 is 990 ms, the limit 200 "
                            "ms"));
    EXPECT_THAT(texts_of("failed_share > 50%", plain_result()),
                ElementsAre("500/s: failed_share > 50%: passed: failed_share is 10.1%, the limit "
                            "50%"));
}

TEST(GateFinding, ReportsWhyItIsUnknown) {
    EXPECT_THAT(texts_of("ttfc_p99.9 > 1s", plain_result()),
                ElementsAre("500/s: ttfc_p99.9 > 1s: unknown, which counts as violated: not "
                            "enough samples: of 1000 values fewer than 10 lie beyond p99.9; run "
                            "with a window of 100s"));
    EXPECT_THAT(texts_of("stall_max > 1s", plain_result()),
                ElementsAre(HasSubstr("no stall was measured")));
    EXPECT_THAT(texts_of("server_cpu > 1", plain_result()),
                ElementsAre(HasSubstr("the server's CPU time was not measured")));
}

TEST(GateFinding, IsAFailureUnlessItPassed) {
    EXPECT_FALSE(GateFinding{}.is_failure());
    EXPECT_TRUE(GateFinding{.outcome = GateOutcome::kUnknown}.is_failure());
    EXPECT_TRUE(GateFinding{.outcome = GateOutcome::kViolated}.is_failure());
}

TEST(CheckGate, ReportsWhyALevelIsClientBound) {
    LoadResult result = plain_result();
    result.levels[0].client.bound = true;
    result.levels[0].client.bound_reason = "cpu 0.97";
    EXPECT_THAT(texts_of("client_bound", result),
                ElementsAre("500/s: client_bound: violated: cpu 0.97"));
}

TEST(CheckGate, ChecksEveryLevelByName) {
    LoadResult result = plain_result();
    result.levels.push_back(result.levels[0]);
    result.levels.push_back(result.levels[0]);
    result.levels[0].target = 250;
    result.levels[0].counts.failed.fill(0);
    const auto findings = check_gate(parse_gate("failed > 0").value(), result);
    ASSERT_THAT(findings, SizeIs(3));
    EXPECT_EQ(findings[0].outcome, GateOutcome::kPassed);
    EXPECT_EQ(findings[0].value, 0);
    EXPECT_EQ(findings[2].level, 2U);
    EXPECT_EQ(findings[2].text, "500/s run 2: failed > 0: violated: failed is 100, the limit 0");
}

TEST(CheckGate, ChecksOnlyTheNamedLevel) {
    LoadResult result = plain_result();
    result.levels.push_back(result.levels[0]);
    result.levels[0].target = 250;
    EXPECT_THAT(texts_of("failed > 0 at 500/s", result),
                ElementsAre(HasSubstr("500/s: failed > 0 at 500/s: violated")));
    EXPECT_THAT(texts_of("client_bound at 250", result), ElementsAre(HasSubstr("250/s: ")));
    EXPECT_THAT(texts_of("client_bound at 15000/m", result), ElementsAre(HasSubstr("250/s: ")));
}

TEST(CheckGate, DoesNotPassWithoutALevel) {
    EXPECT_THAT(texts_of("failed > 0", result_without_levels()),
                ElementsAre("failed > 0: unknown, which counts as violated: there is no "
                            "such level"));
    EXPECT_THAT(texts_of("failed > 0 at 7", plain_result()),
                ElementsAre(HasSubstr("there is no such level")));
}

TEST(FigureNames, CanAllBeFound) {
    for (const std::string& name : figure_names()) {
        EXPECT_TRUE(find_figure(name).has_value()) << name;
    }
}

TEST(Figures, AreUnknownForSharesOfNoRequests) {
    const Level level;
    for (const std::string_view name :
         {"failed_share", "incomplete_share", "goodput", "zero_gap_share"}) {
        EXPECT_EQ(find_figure(name)->read(level).value, std::nullopt) << name;
    }
    EXPECT_EQ(find_figure("goodput_rate")->read(level).value, 0);
}

TEST(Figures, IncludeTheServersCpuTimePerEvent) {
    Level level = plain_result().levels[0];
    level.server_cpu = 0.5;
    EXPECT_EQ(find_figure("server_cpu_per_event")->read(level).value, 5000);
    level.counts.events = 0;
    EXPECT_EQ(find_figure("server_cpu_per_event")->read(level).missing_reason, "no event was read");
}

testing::Matcher<GateFinding> Finding(GateOutcome outcome, const std::string& text) {
    return testing::AllOf(testing::Field(&GateFinding::outcome, outcome),
                          testing::Field(&GateFinding::text, text));
}

TEST(UnconditionalFailures, AreLevelsWithoutASuccess) {
    LoadResult result = small_result();
    EXPECT_THAT(unconditional_failures(result), testing::IsEmpty());
    Level failed = result.levels[0];
    failed.target = 10;
    failed.counts = {.attempted = 50, .incomplete = 1};
    failed.counts.failed[0] = 49;
    result.levels.push_back(failed);
    EXPECT_THAT(unconditional_failures(result),
                testing::ElementsAre(Finding(GateOutcome::kViolated,
                                             "10/s: none of 50 requests succeeded, 49 failed")));
    result.saturation = Saturation{5, "", true};
    EXPECT_THAT(unconditional_failures(result), testing::IsEmpty()) << "a sweep overloads";
    result.levels.erase(result.levels.begin());
    EXPECT_THAT(unconditional_failures(result), testing::SizeIs(1));
    result.levels[0].counts = {.attempted = 50, .incomplete = 50, .in_progress = 1};
    EXPECT_THAT(unconditional_failures(result), testing::IsEmpty()) << "long streams";
}

TEST(UnconditionalFailures, AreLevelsInWhichNothingEndsOrGoesOn) {
    LoadResult result = small_result();
    result.levels[0].counts = {.attempted = 50, .incomplete = 50, .events = 50, .bytes = 900};
    EXPECT_THAT(unconditional_failures(result),
                testing::ElementsAre(
                    Finding(GateOutcome::kViolated,
                            "5/s: none of 50 requests succeeded, and none was in progress")));
    result.levels[0].verdict = kInterrupted;
    EXPECT_THAT(unconditional_failures(result), testing::IsEmpty()) << "not yet";
}

TEST(UnconditionalFailures, AreLevelsWithoutARequest) {
    LoadResult result = small_result();
    result.levels[0].counts = {};
    EXPECT_THAT(unconditional_failures(result),
                testing::ElementsAre(Finding(GateOutcome::kViolated,
                                             "5/s: no request was due in the window; give a longer "
                                             "--duration or more load")));
    for (const char* aborted : {kInterrupted, kUnreachable}) {
        result.levels[0].verdict = aborted;
        EXPECT_THAT(unconditional_failures(result), testing::IsEmpty()) << aborted;
    }
}

TEST(UnconditionalFailures, AreUndercountedLevels) {
    LoadResult result = small_result();
    result.levels[0].verdict = "undercounted";
    result.levels[0].in_flight_mean = 20;
    result.levels[0].request_seconds = 50;
    EXPECT_THAT(unconditional_failures(result),
                testing::ElementsAre(
                    Finding(GateOutcome::kUnknown,
                            "5/s: undercounted: requests were in flight for 200 s, those counted "
                            "for 50 s")));
}

}  // namespace
}  // namespace plumbline::load

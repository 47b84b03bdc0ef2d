#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "benchmarks/load/result/testing.hpp"
#include "benchmarks/load/result/text/text_table.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Summary, HasTheTokensPerSecond) {
    LoadResult result = small_result(1);
    Level& level = result.levels[0];
    level.counts.tokens = 24'000;
    level.seconds = 10;
    level.in_flight_mean = 60;
    EXPECT_THAT(render_summary(result),
                HasSubstr("2.4k tokens per second, 40 for each request in flight\n"));
}

TEST(TextTable, AlignsColumns) {
    EXPECT_EQ(
        render_text_table({.rows = {{"name", "n", "why"}, {"a", "100"}, {"bcdef", "7", "because"}},
                           .left_aligned = {2}}),
        "name     n  why\n"
        "a      100\n"
        "bcdef    7  because\n");
    EXPECT_EQ(render_text_table({}), "");
}

TEST(Summary, HasNotChanged) {
    EXPECT_THAT(render_summary(sample_result()), IsApproved(__FILE__, "summary.txt"));
}

TEST(Summary, DescribesTheRun) {
    EXPECT_THAT(render_summary(sample_result()),
                StartsWith("plumbline-load 1.4.0 (release), 2026-03-01T09:30:00Z, "
                           "http://127.0.0.1:8080 (plumbline-mock/1.4.0)\n"
                           "stream createRunStream, /runs/stream, modes messages, updates\n"
                           "open loop, poisson arrival, seed 7; warm-up 2 s, window 10 s"));
}

/// Returns one level of calls in a closed loop.
LoadResult closed_loop_result() {
    LoadResult result = result_without_levels();
    result.workload = {"rest", "listRuns", "/runs", {}, ""};
    result.load.loop = "closed";
    result.load.arrival = "";
    result.load.goodput = "";
    Level level{.target = 16, .achieved = 9000, .seconds = 10, .in_flight_mean = 15.9};
    level.counts = {.attempted = 90'000, .completed = 90'000};
    level.metrics[Metric::kTtfb].record(1'500'000, 90'000);
    level.metrics[Metric::kDuration].record(1'700'000, 90'000);
    level.client.cpu = 0.3;
    level.verdict = "ok";
    result.levels = {level};
    return result;
}

TEST(Summary, OmitsColumnsWithoutValues) {
    EXPECT_THAT(
        render_summary(closed_loop_result()),
        HasSubstr("\n\n"
                  "                        in flight                         client\n"
                  "level         achieved       mean  peak  bytes/s  failed     cpu  verdict\n"
                  "16 in flight    9000/s       15.9     0       0B      0%     0.3  ok\n"
                  "\n"
                  "               TTFB         duration\n"
                  "level           p50    p99       p50    p99\n"
                  "16 in flight  1.5ms  1.5ms     1.7ms  1.7ms\n"));
}

TEST(Summary, ShowsTheCorrectionOnlyForAnOpenLoop) {
    EXPECT_THAT(render_summary(closed_loop_result()), Not(HasSubstr("uncorrected")));
    EXPECT_THAT(render_summary(sample_result()), HasSubstr("uncorrected"));
}

TEST(Summary, MarksPercentilesOfFewValuesAndSaysHowLongToRun) {
    LoadResult result = closed_loop_result();
    EXPECT_THAT(render_summary(result), Not(HasSubstr("values beyond the percentile")));
    Metrics& metrics = result.levels[0].metrics;
    metrics = {};
    metrics[Metric::kDuration].record(1'700'000, 5);
    EXPECT_THAT(render_summary(result),
                AllOf(HasSubstr("1.7ms*  1.7ms*"),
                      HasSubstr("\n*: fewer than 10 values beyond the percentile; p50 needs "
                                "a window of 40s, p99 needs a window of 2000s\n")));
    metrics[Metric::kDuration].record(1'700'000, 15);
    EXPECT_THAT(render_summary(result),
                AllOf(HasSubstr("1.7ms  1.7ms*"), HasSubstr("percentile; p99 needs")));
    result.levels[0].counts.carried_in = result.levels[0].counts.attempted;
    EXPECT_THAT(render_summary(result), HasSubstr("percentile; p99 needs a longer window\n"));
}

TEST(Summary, SaysWhatReconnected) {
    LoadResult result = closed_loop_result();
    result.levels[0].counts.reconnected = 313;
    EXPECT_THAT(render_summary(result), HasSubstr("\n16 in flight: 313 reconnected: "));
}

TEST(Summary, ListsFailuresWithExamples) {
    LoadResult result = closed_loop_result();
    result.levels[0].counts.failed[static_cast<std::size_t>(FailureClass::kStatus)] = 3;
    result.levels[0].counts.failed[static_cast<std::size_t>(FailureClass::kJson)] = 1;
    result.levels[0].counts.incomplete = 2;
    result.levels[0].examples = {"status 503\n\x1b[31m"};
    EXPECT_THAT(render_summary(result),
                HasSubstr("\n16 in flight: 4 of 90000 failed: status 3, json 1, 2 incomplete\n"
                          "    status 503\\n\\x1b[31m\n"
                          "incomplete: not ended after the drain; in percentiles and maxima as "
                          "at least so long\n"));
}

TEST(Summary, ShowsTheFailureOfALevelWithoutARequest) {
    LoadResult result = closed_loop_result();
    result.levels[0].counts = {};
    result.levels[0].examples = {"no connection: Connection refused"};
    EXPECT_THAT(render_summary(result),
                HasSubstr("\n16 in flight: no request was due in the window\n    no connection: "));
}

TEST(Summary, AsksForALongerDrainIfStreamsWentOn) {
    LoadResult result = closed_loop_result();
    result.levels[0].counts.incomplete = result.levels[0].counts.in_progress = 23;
    EXPECT_THAT(
        render_summary(result),
        HasSubstr("\nnote: 23 streams went on: give --drain at least as long as they are\n"));
    // They may be short ones that an interruption met.
    result.levels[0].verdict = kInterrupted;
    EXPECT_THAT(render_summary(result),
                AllOf(HasSubstr("\nincomplete: not ended when the run was interrupted; "),
                      Not(HasSubstr("--drain"))));
}

TEST(Summary, TellsRequestsThatWereNotSentFromThoseThatDidNotEnd) {
    LoadResult result = closed_loop_result();
    result.levels[0].counts.incomplete = 30;
    EXPECT_THAT(render_summary(result), Not(HasSubstr("not sent")));
    result.levels[0].counts.not_sent = 12;
    EXPECT_THAT(render_summary(result),
                AllOf(HasSubstr(", 30 incomplete (12 of these not sent)\n"),
                      HasSubstr("\nnot sent: no place was free below --max-in-flight until ")));
}

TEST(Summary, MarksClientBoundLevels) {
    EXPECT_THAT(
        render_summary(sample_result()),
        HasSubstr("\n1000/s: client-bound, so the figures are those of the client: client cpu"));
}

TEST(Summary, ReportsAQueueThatGrows) {
    LoadResult result = sample_result();
    result.levels[0].in_flight_growth = 250;
    EXPECT_THAT(render_summary(result),
                HasSubstr("/s: a queue grew by at least 250 requests in 10 s: of 50/s due at most "
                          "25/s sustained; 50/s succeeded within the window"));
}

TEST(Summary, EndsWithSaturationAndNotes) {
    EXPECT_THAT(render_summary(sample_result()),
                EndsWith("\nthe server is saturated above 400/s: achieved 96% of the target\n"
                         "note: the server runs on this host and shares its cores with the "
                         "client\n"));
}

TEST(Summary, ReportsASweepThatEndedBelowSaturation) {
    LoadResult result = closed_loop_result();
    result.saturation = Saturation{16, "", false};
    EXPECT_THAT(render_summary(result),
                EndsWith("\nthe server sustained 16 in flight, the end of the sweep\n"));
    result.saturation = Saturation{0, "interrupted", false};
    EXPECT_THAT(render_summary(result),
                EndsWith("\nthe sweep ended before a level was complete and sustained: "
                         "interrupted\n"));
}

TEST(Summary, ReportsThatNoLevelWasMeasured) {
    EXPECT_THAT(render_summary(result_without_levels()), HasSubstr("\nno level was measured\n"));
}

TEST(HeadingLines, ListTheLimits) {
    LoadResult result = result_without_levels();
    result.load.max_events = 5;
    result.load.max_in_flight = 7;
    result.shards = 2;
    result.server = "";
    EXPECT_THAT(heading_lines(result)[0], EndsWith("8080, 2 shards merged"));
    EXPECT_THAT(
        heading_lines(result)[2],
        AllOf(HasSubstr("; at most 5 events per stream; at most 30 s per response; at most 7 "
                        "in flight; good: ttft <= 100ms")));
    EXPECT_EQ(heading_lines(result)[3],
              "client on Example CPU 3000 at 2.5 GHz, 8 cores (uses 4-7), 6.1.0-18-amd64; "
              "checked: framing yes, JSON 100%, contract 10%");
}

}  // namespace
}  // namespace plumbline::load

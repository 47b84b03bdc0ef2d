#include "benchmarks/load/drive/level_recorder.hpp"

#include "benchmarks/load/drive/testing.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Returns the outcome of a successful request with the given due time.
RequestOutcome good_outcome(std::int64_t due_ms, std::int64_t late_ms, std::int64_t took_ms) {
    RequestOutcome outcome;
    outcome.intended = at_ms(due_ms);
    outcome.sent = at_ms(due_ms + late_ms);
    outcome.first_byte = outcome.first_chunk = outcome.first_token = outcome.sent + milliseconds(1);
    outcome.last_token = outcome.ended = outcome.sent + milliseconds(took_ms);
    outcome.events = 11;
    outcome.tokens = 10;
    outcome.stall = milliseconds(3);
    return outcome;
}

TEST(LevelRecorder, CountsRequestsThatWereDueInTheWindow) {
    LevelRecorder recorder(at_ms(1'000), seconds(1));
    for (const std::int64_t due : {980, 990, 1'000, 1'999, 2'000}) {
        recorder.record_end(good_outcome(due, 0, 10));
    }
    const Level level = recorder.level();
    EXPECT_EQ(level.counts.attempted, 2U);
    EXPECT_EQ(level.counts.completed, 2U);
    EXPECT_EQ(level.metrics[Metric::kDuration].count(), 2U);
    EXPECT_EQ(level.achieved, 2.0);
}

TEST(LevelRecorder, CountsLongRequestsThatEndAfterTheWindow) {
    LevelRecorder recorder(at_ms(0), seconds(2));
    for (std::int64_t due = 0; due < 2'000; due += 100)
        recorder.record_end(good_outcome(due, 0, 3'000));
    const Level level = recorder.level();
    EXPECT_EQ(level.achieved, 10.0) << "none of the requests can end in the window";
    EXPECT_EQ(level.counts.cut, 20U);
    EXPECT_EQ(level.in_flight_growth, 0);
    EXPECT_EQ(level.sustained_rate(), 10.0);
}

/// Returns the counts of a metric of kSliceMetrics in a slice, without those of 0.
std::vector<std::uint64_t> latency_counts(const Level& level,
                                          std::size_t slice,
                                          std::size_t metric) {
    std::vector<std::uint64_t> counts = level.slices.at(slice).latencies.at(metric).counts;
    std::erase(counts, 0U);
    return counts;
}

TEST(LevelRecorder, CountsLatenciesWhereTheirRequestsWereDue) {
    LevelRecorder recorder(at_ms(1'000), seconds(1));
    recorder.record_end(good_outcome(900, 0, 200));  // carried in
    recorder.record_end(good_outcome(1'050, 0, 700));
    recorder.record_end(good_outcome(1'050, 0, 10));
    recorder.record_end(good_outcome(1'150, 0, 2'000));
    RequestOutcome failed = good_outcome(1'150, 0, 10);
    failed.failure = FailureClass::kTimeout;
    recorder.record_end(failed);
    const Level level = recorder.level();
    EXPECT_THAT(latency_counts(level, 0, 2), testing::ElementsAre(1, 1));
    EXPECT_THAT(latency_counts(level, 1, 2), testing::ElementsAre(1));
    EXPECT_THAT(latency_counts(level, 0, 0), testing::ElementsAre(2)) << "time to the first chunk";
    EXPECT_THAT(latency_counts(level, 7, 2), testing::IsEmpty()) << "not where it ended";
}

TEST(LevelRecorder, CountsWhatHasNotEndedApartFromLatencies) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    recorder.record_end(good_outcome(0, 0, 10));
    RequestOutcome begun = good_outcome(100, 0, 900);
    recorder.record_incomplete(begun);
    begun.first_chunk = begun.first_token = begun.last_token = std::nullopt;
    begun.tokens = 0;
    recorder.record_incomplete(begun);
    const Level level = recorder.level();
    const SliceLatencies& latencies = level.slices.at(1).latencies;
    EXPECT_EQ(latencies[2].not_ended, 2U);
    EXPECT_EQ(latencies[0].not_ended, 1U) << "the first chunk of the other had arrived";
    EXPECT_THAT(latencies[2].counts, testing::IsEmpty());
}

TEST(LevelRecorder, HasAtMostAHundredSlices) {
    EXPECT_EQ(LevelRecorder(at_ms(0), std::chrono::hours(1)).level().slices.size(), 100U);
}

TEST(LevelRecorder, MeasuresHowAQueueGrows) {
    LevelRecorder recorder(at_ms(0), seconds(10));
    // A server that completes half of what is due: each request waits for all earlier ones.
    for (std::int64_t due = 0; due < 10'000; due += 10)
        recorder.record_end(good_outcome(due, 0, 20 + due));
    const Level level = recorder.level();
    EXPECT_EQ(level.achieved, 100.0);
    EXPECT_NEAR(level.in_flight_growth, 500, 10) << "half of what was due";
    EXPECT_NEAR(level.sustained_rate(), 50, 2);
}

TEST(LevelRecorder, TakesChanceForNoGrowth) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    for (const std::int64_t due : {0, 100, 200, 800, 900, 950})
        recorder.record_end(good_outcome(due, 0, due == 950 ? 60 : 40 + due % 3));
    EXPECT_EQ(recorder.level().in_flight_growth, 0);
}

/// Records requests in each quarter of a window of 4 s; those of the last one take longer.
void record_growing(LevelRecorder& recorder, std::int64_t per_quarter) {
    for (std::int64_t due = 0; due < 4'000; due += 1'000 / per_quarter)
        recorder.record_end(good_outcome(due, 0, due < 3'000 ? 10 : 500));
}

TEST(LevelRecorder, FindsNoGrowthInFewerThanTenValuesOfAQuarter) {
    LevelRecorder few(at_ms(0), seconds(4));
    record_growing(few, 8);
    EXPECT_EQ(few.level().in_flight_growth, 0);
    LevelRecorder enough(at_ms(0), seconds(4));
    record_growing(enough, 10);
    EXPECT_GT(enough.level().in_flight_growth, 0);
}

TEST(LevelRecorder, FindsNoGrowthInAWindowThatEndedEarly) {
    LevelRecorder recorder(at_ms(0), seconds(4));
    record_growing(recorder, 100);
    recorder.end_window(at_ms(3'990));
    EXPECT_EQ(recorder.level().in_flight_growth, 0);
}

TEST(LevelRecorder, UsesTheVarianceOfASample) {
    LevelRecorder recorder(at_ms(0), seconds(4));
    // Ten values in each quarter: half 10 ms and half 30 ms, in the last one 100 ms longer.
    for (std::int64_t due = 0; due < 4'000; due += 100)
        recorder.record_end(
            good_outcome(due, 0, (due / 100 % 2 == 0 ? 10 : 30) + (due < 3'000 ? 0 : 100)));
    const double error = std::sqrt(2 * (10 * 0.01 * 0.01 / 9) / 10);
    const double seconds = (0.1 - 3 * error) * 4 / 3;
    EXPECT_NEAR(recorder.level().in_flight_growth, 40 * seconds / (4 + seconds), 1e-9);
}

TEST(LevelRecorder, MeasuresLatencyFromTheDueTime) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    recorder.record_end(good_outcome(100, 50, 10));
    const Level level = recorder.level();
    EXPECT_EQ(level.metrics[Metric::kTtfc].max(), Duration(milliseconds(51)).count());
    EXPECT_EQ(level.metrics[Metric::kTtfcSent].max(), Duration(milliseconds(1)).count());
    EXPECT_EQ(level.metrics[Metric::kDuration].max(), Duration(milliseconds(60)).count());
    EXPECT_EQ(level.metrics[Metric::kDurationSent].max(), Duration(milliseconds(10)).count());
    EXPECT_EQ(level.metrics[Metric::kTokenTime].max(), Duration(milliseconds(1)).count());
    EXPECT_EQ(level.metrics[Metric::kStall].max(), Duration(milliseconds(3)).count());
    EXPECT_EQ(level.metrics[Metric::kStreamRate].max(), 1'100'000)
        << "11 events in 10 ms from the send time";
}

TEST(LevelRecorder, RecordsFailuresSeparately) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    RequestOutcome outcome = good_outcome(100, 0, 10);
    outcome.failure = FailureClass::kStatus;
    outcome.failure_reason = "status 500";
    for (int i = 0; i < 5; ++i) recorder.record_end(outcome);
    recorder.record_end(good_outcome(200, 0, 10));
    const Level level = recorder.level();
    EXPECT_EQ(level.counts.failures(), 5U);
    EXPECT_EQ(level.counts.completed, 1U);
    EXPECT_EQ(level.metrics[Metric::kDuration].count(), 1U);
    EXPECT_EQ(level.metrics[Metric::kFailedDuration].count(), 5U);
    EXPECT_EQ(level.examples, (std::vector<std::string>(3, "status: status 500")))
        << "at most three of each class";
}

TEST(LevelRecorder, CountsGoodResponses) {
    LevelRecorder recorder(at_ms(0),
                           seconds(1),
                           {{Metric::kDuration, Duration(milliseconds(20)).count()},
                            {Metric::kTtft, Duration(milliseconds(5)).count()}});
    recorder.record_end(good_outcome(100, 0, 20));
    recorder.record_end(good_outcome(100, 0, 21));
    recorder.record_end(good_outcome(100, 10, 5));
    RequestOutcome silent = good_outcome(100, 0, 5);
    silent.first_token.reset();
    silent.tokens = 0;
    recorder.record_end(silent);
    EXPECT_EQ(recorder.level().counts.completed, 4U);
    EXPECT_EQ(recorder.level().counts.good, 1U);
}

TEST(LevelRecorder, RequiresNoStallOfAStreamWithOneEvent) {
    LevelRecorder recorder(at_ms(0), seconds(1), {{Metric::kStall, 1}});
    RequestOutcome outcome = good_outcome(100, 0, 5);
    outcome.events = 1;
    outcome.stall = {};
    recorder.record_end(outcome);
    EXPECT_EQ(recorder.level().counts.good, 1U);
}

TEST(LevelRecorder, DividesTheWindowIntoSlices) {
    LevelRecorder recorder(at_ms(1'000), milliseconds(250));
    recorder.record_read(at_ms(999), 10, 1, milliseconds(1));
    recorder.record_read(at_ms(1'000), 10, 3, milliseconds(2));
    recorder.record_read(at_ms(1'249), 20, 0, std::nullopt);
    recorder.record_read(at_ms(1'250), 40, 1, std::nullopt);
    const Level level = recorder.level();
    ASSERT_EQ(level.slices.size(), 3U);
    EXPECT_EQ(level.slices[0].events, 3U);
    EXPECT_EQ(level.slices[0].gaps.count(), 3U);
    EXPECT_EQ(level.slices[2].begin_s, 0.2);
    EXPECT_EQ(level.slices[2].bytes, 20U);
    EXPECT_EQ(level.counts.bytes, 30U);
    EXPECT_EQ(level.counts.gaps_of_zero, 2U);
    EXPECT_EQ(level.metrics[Metric::kEventsPerRead].max(), 3);
}

TEST(LevelRecorder, CountsARequestThatOverlapsTheWholeWindow) {
    LevelRecorder recorder(at_ms(1'000), seconds(10));
    recorder.record_end(good_outcome(500, 0, 12'000));
    const Level level = recorder.level();
    EXPECT_EQ(level.counts.attempted, 1U);
    EXPECT_EQ(level.counts.carried_in, 1U);
    EXPECT_EQ(level.counts.cut, 1U);
    EXPECT_EQ(level.counts.due(), 0U);
    EXPECT_EQ(level.metrics[Metric::kDuration].max(), Duration(seconds(12)).count());
    EXPECT_EQ(level.request_seconds, 10);
    EXPECT_EQ(level.achieved, 0) << "it was not due in the window";
}

TEST(LevelRecorder, CountsAnIncompleteRequestAsAtLeastAsLongAsItWasSeen) {
    LevelRecorder recorder(at_ms(0), seconds(1), {{Metric::kDuration, ns(seconds(1))}});
    recorder.record_end(good_outcome(100, 0, 500));
    RequestOutcome hanging;
    hanging.intended = hanging.sent = at_ms(200);
    hanging.ended = at_ms(3'200);
    recorder.record_incomplete(hanging);
    hanging.intended = at_ms(1'000);
    recorder.record_incomplete(hanging);
    const Level level = recorder.level();
    EXPECT_EQ(level.counts.incomplete, 1U) << "the other was due after the window";
    EXPECT_EQ(level.counts.late, 1U);
    EXPECT_EQ(level.counts.good, 1U);
    for (const Metric metric : {Metric::kTtfb, Metric::kTtfc, Metric::kTtft, Metric::kDurationSent})
        EXPECT_EQ(level.metrics[metric].max(), ns(seconds(3))) << row_of(metric).name;
    EXPECT_EQ(level.metrics[Metric::kTokenTime].count(), 1U);
    EXPECT_EQ(level.achieved, 1);
    EXPECT_NEAR(level.request_seconds, 0.5 + 0.8, 1e-9);
}

TEST(LevelRecorder, CountsTheSilenceOfAnIncompleteStreamAsAGap) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    RequestOutcome outcome = good_outcome(100, 0, 200);
    outcome.last_event = at_ms(300);
    outcome.ended = at_ms(5'300);
    recorder.record_incomplete(outcome);
    EXPECT_EQ(recorder.level().metrics[Metric::kGap].max(), ns(seconds(5)));
    EXPECT_EQ(recorder.level().metrics[Metric::kStall].max(), ns(seconds(5)));
}

TEST(LevelRecorder, ExpectsNoTokensOfResponsesThatNeverHaveThem) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    RequestOutcome hanging;
    hanging.intended = hanging.sent = at_ms(200);
    hanging.ended = at_ms(3'200);
    recorder.record_incomplete(hanging);
    EXPECT_EQ(recorder.level().metrics[Metric::kDuration].count(), 1U);
    EXPECT_TRUE(recorder.level().metrics[Metric::kTtft].empty());
}

TEST(LevelRecorder, CountsARequestThatWasNeverSentAsWaiting) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    RequestOutcome waiting;
    waiting.intended = at_ms(400);
    waiting.sent = waiting.ended = at_ms(1'000);
    waiting.is_sent = false;
    recorder.record_incomplete(waiting);
    const Level level = recorder.level();
    EXPECT_EQ(level.counts.incomplete, 1U);
    EXPECT_EQ(level.metrics[Metric::kDuration].max(), ns(milliseconds(600)));
    EXPECT_TRUE(level.metrics[Metric::kDurationSent].empty());
    EXPECT_EQ(level.request_seconds, 0);
}

TEST(LevelRecorder, CountsAGapThatTheEndOfTheWindowCuts) {
    LevelRecorder recorder(at_ms(0), seconds(1));
    recorder.record_read(at_ms(4'000), 10, 1, milliseconds(3'500));
    recorder.record_read(at_ms(4'000), 10, 1, milliseconds(3'000));
    const Level level = recorder.level();
    EXPECT_EQ(level.metrics[Metric::kGap].count(), 1U) << "the other began after the window";
    EXPECT_EQ(level.metrics[Metric::kGap].max(), ns(milliseconds(3'500)));
    EXPECT_EQ(level.counts.events, 0U);
}

TEST(LevelRecorder, UsesTheMeasuredPartOfAnInterruptedWindow) {
    LevelRecorder recorder(at_ms(0), seconds(20));
    for (std::int64_t due = 0; due < 5'000; due += 100)
        recorder.record_end(good_outcome(due, 0, 10));
    recorder.end_window(at_ms(5'000));
    const Level level = recorder.level();
    EXPECT_EQ(level.seconds, 5);
    EXPECT_EQ(level.achieved, 10);
    EXPECT_EQ(level.slices.size(), 25U) << "of 100, each 0.2 s";
    recorder.end_window(at_ms(-1));
    EXPECT_EQ(recorder.level().achieved, 0) << "interrupted before the window";
}

}  // namespace
}  // namespace plumbline::load

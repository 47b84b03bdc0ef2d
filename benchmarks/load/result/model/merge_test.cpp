#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Merge, AddsLevelByLevel) {
    const LoadResult a = small_result(1);
    const LoadResult b = small_result(2);
    const auto sum = merge({a, b});
    ASSERT_THAT(sum, IsOk());
    const Level& level = sum->levels.at(0);
    EXPECT_EQ(level.target, 10);
    EXPECT_DOUBLE_EQ(level.achieved, a.levels[0].achieved + b.levels[0].achieved);
    EXPECT_EQ(level.seconds, 10);
    EXPECT_EQ(level.in_flight_peak, a.levels[0].in_flight_peak + b.levels[0].in_flight_peak);
    EXPECT_EQ(level.counts.events, a.levels[0].counts.events + b.levels[0].counts.events);
    EXPECT_EQ(sum->shards, 2U);
}

TEST(Merge, AddsHistogramsExactly) {
    const LoadResult a = small_result(1);
    const LoadResult b = small_result(2);
    Metrics metrics = a.levels[0].metrics;
    metrics.add(b.levels[0].metrics);
    EXPECT_TRUE(merge({a, b})->levels.at(0).metrics == metrics);
    EXPECT_TRUE(merge({b, a})->levels.at(0).metrics == metrics);
}

TEST(Merge, HasTheRatesOfTheLongerWindowIfAShardEndedEarly) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    a.levels[0].seconds = 10;
    a.levels[0].achieved = 5;
    a.levels[0].in_flight_mean = 3;
    b.levels[0].seconds = 4;
    b.levels[0].achieved = 5;
    b.levels[0].in_flight_mean = 2;
    for (const auto& sum : {merge({a, b}), merge({b, a})}) {
        ASSERT_THAT(sum, IsOk());
        EXPECT_DOUBLE_EQ(sum->levels[0].seconds, 10);
        EXPECT_DOUBLE_EQ(sum->levels[0].achieved, 7) << "5 for all of it, 5 for 0.4 of it";
        EXPECT_DOUBLE_EQ(sum->levels[0].in_flight_mean, 3.8);
    }
}

TEST(Merge, ConvertsTimesToTheClockOfTheFirstShard) {
    LoadResult a = small_result(1);
    a.clock = ClockSample{"2026-03-01T09:30:10Z", "2026-03-01T09:30:10Z", "2026-03-01T09:30:10Z"};
    a.started = "2026-03-01T09:30:09.000000Z";
    a.levels[0].window_began = "2026-03-01T09:30:12.000000Z";
    LoadResult b = a;
    // The same times by a clock that is 7 s behind.
    b.clock = ClockSample{"2026-03-01T09:30:03Z", "2026-03-01T09:30:03Z", "2026-03-01T09:30:10Z"};
    b.started = "2026-03-01T09:30:02Z";
    b.levels[0].window_began = "2026-03-01T09:30:05Z";
    const auto sum = merge({a, b});
    ASSERT_THAT(sum, IsOk());
    EXPECT_EQ(sum->started, a.started);
    EXPECT_EQ(sum->levels[0].window_began, "2026-03-01T09:30:12.000000Z");
}

TEST(Merge, KnowsItsShardsAlsoInSteps) {
    const auto shard = [](std::uint64_t number) {
        LoadResult result = small_result(number);
        result.shard_set = ShardSet{{number}, 4};
        return result;
    };
    const auto part = merge({shard(3), shard(1)});
    ASSERT_THAT(part, IsOk());
    EXPECT_THAT(missing_shards(*part), ElementsAre(2, 4));
    const auto all = merge({*part, shard(4), shard(2)});
    ASSERT_THAT(all, IsOk());
    EXPECT_EQ(all->shard_set, (ShardSet{{1, 2, 3, 4}, 4}));
    EXPECT_THAT(missing_shards(*all), IsEmpty());
    EXPECT_THAT(merge({*part, shard(1)}), FailsWith("shard 1 of 4 is given twice"));
}

TEST(Merge, RefusesShardsOfDifferentDivisions) {
    LoadResult half = small_result(1);
    half.shard_set = ShardSet{{1}, 2};
    LoadResult third = small_result(2);
    third.shard_set = ShardSet{{2}, 3};
    EXPECT_THAT(merge({half, third}),
                FailsWith("results 1 and 2 are of different loads: a shard of 2 and a shard of 3"));
    EXPECT_THAT(merge({half, small_result(2)}),
                FailsWith("results 1 and 2 are of different loads: a shard of 2 and not divided "
                          "(--shard)"));
    EXPECT_THAT(merge({small_result(1), small_result(2)}), IsOk());
}

TEST(MissingShards, ListsTenAtMost) {
    LoadResult result = small_result(1);
    EXPECT_THAT(missing_shards(result), IsEmpty());
    result.shard_set = ShardSet{{1}, ~std::uint64_t{0}};
    EXPECT_THAT(missing_shards(result), testing::SizeIs(10));
}

TEST(Merge, AddsSlicesByIndex) {
    LoadResult a = small_result(1);
    const LoadResult b = small_result(2);
    a.levels[0].slices.resize(5);
    const auto sum = merge({a, b});
    ASSERT_THAT(sum, IsOk());
    const auto& slices = sum->levels[0].slices;
    ASSERT_EQ(slices.size(), b.levels[0].slices.size());
    EXPECT_EQ(slices[4].events, a.levels[0].slices[4].events + b.levels[0].slices[4].events);
    EXPECT_EQ(slices[4].begin_s, 2.0);
    EXPECT_EQ(slices[4].gaps.count(),
              a.levels[0].slices[4].gaps.count() + b.levels[0].slices[4].gaps.count());
    EXPECT_EQ(slices[5], b.levels[0].slices[5]);
}

TEST(Merge, AddsLatenciesOfSlices) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    a.levels[0].slices[0].latencies[2].record(5);
    b.levels[0].slices[0].latencies[2].record(5);
    b.levels[0].slices[0].latencies[2].not_ended = 4;
    const auto sum = merge({a, b});
    ASSERT_THAT(sum, IsOk());
    const SliceLatencies& latencies = sum->levels[0].slices[0].latencies;
    EXPECT_THAT(latencies[2].counts, ElementsAre(0, 0, 0, 0, 0, 2));
    EXPECT_EQ(latencies[2].not_ended, 4U);
    EXPECT_EQ(latencies[0], LatencyCounts{});
}

TEST(Merge, ReturnsTheSameResultInSteps) {
    const auto in_steps = merge({*merge({small_result(1), small_result(2)}), small_result(3)});
    const auto at_once = merge({small_result(1), small_result(2), small_result(3)});
    ASSERT_THAT(in_steps, IsOk());
    ASSERT_THAT(at_once, IsOk());
    EXPECT_TRUE(in_steps->levels[0].metrics == at_once->levels[0].metrics);
    EXPECT_EQ(in_steps->levels[0].counts, at_once->levels[0].counts);
    EXPECT_EQ(in_steps->shards, at_once->shards);
}

TEST(Merge, ReturnsASingleResultUnchanged) {
    EXPECT_TRUE(merge({small_result(1)}) == small_result(1));
}

TEST(Merge, KeepsTheBusiestClient) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    a.levels[0].client = {.cpu = 0.5,
                          .waited_share = 0.2,
                          .reads_per_wakeup = 3,
                          .loop_lag_p99 = 7,
                          .handling_p99 = 5};
    b.levels[0].client = {.cpu = 0.95,
                          .waited_share = 0.1,
                          .bound = true,
                          .bound_reason = "cpu 0.95",
                          .host_busy = true};
    const auto sum = merge({a, b});
    ASSERT_THAT(sum, IsOk());
    EXPECT_EQ(sum->levels[0].client,
              (ClientHealth{.cpu = 0.95,
                            .waited_share = 0.2,
                            .reads_per_wakeup = 3,
                            .loop_lag_p99 = 7,
                            .handling_p99 = 5,
                            .bound = true,
                            .bound_reason = "shard 2: cpu 0.95",
                            .host_busy = true}));
}

TEST(Merge, HasABusyHostIfThatIsTheOnlyReason) {
    LoadResult busy = small_result(1);
    busy.levels[0].client = {.bound = true, .host_busy = true};
    LoadResult limited = small_result(2);
    limited.levels[0].client.bound = true;
    EXPECT_TRUE(merge({busy, busy, small_result(3)})->levels[0].client.host_busy);
    EXPECT_FALSE(merge({busy, limited})->levels[0].client.host_busy);
    EXPECT_FALSE(merge({limited, busy})->levels[0].client.host_busy);
}

TEST(Merge, NamesEveryClientBoundShard) {
    LoadResult a = small_result(1);
    a.levels[0].client.bound = true;
    a.levels[0].client.bound_reason = "send delay";
    EXPECT_EQ(merge({a, a})->levels[0].client.bound_reason,
              "shard 1: send delay; shard 2: send delay");
}

TEST(Merge, NamesAShardByTheNumberThatItHad) {
    const auto shard = [](std::uint64_t number) {
        LoadResult result = small_result(number);
        result.shard_set = ShardSet{{number}, 12};
        result.levels[0].client.bound = true;
        result.levels[0].client.bound_reason = "send delay";
        return result;
    };
    EXPECT_EQ(merge({shard(1), shard(10), shard(2)})->levels[0].client.bound_reason,
              "shard 1: send delay; shard 10: send delay; shard 2: send delay");
    const auto both = merge({*merge({shard(10), shard(2)}), shard(1)});
    EXPECT_EQ(both->levels[0].client.bound_reason,
              "shard 10: send delay; shard 2: send delay; shard 1: send delay");
    LoadResult other = *merge({shard(3), shard(4)});
    other.url = "http://10.0.0.1";
    EXPECT_THAT(merge({shard(1), other})->notes,
                Contains(HasSubstr("different URL in shards 3, 4")));
}

TEST(Merge, CountsTheServersCpuOnce) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    a.levels[0].server_cpu = 0.4;
    b.levels[0].server_cpu = 0.5;
    EXPECT_EQ(merge({a, b})->levels[0].server_cpu, 0.5);
    a.levels[0].server_cpu.reset();
    EXPECT_EQ(merge({a, b})->levels[0].server_cpu, 0.5);
    b.levels[0].server_cpu.reset();
    EXPECT_EQ(merge({a, b})->levels[0].server_cpu, std::nullopt);
}

TEST(Merge, KeepsTheWorstVerdict) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    b.levels[0].verdict = "saturated";
    EXPECT_EQ(merge({a, b})->levels[0].verdict, "saturated");
    a.levels[0].verdict = "client-bound";
    EXPECT_EQ(merge({a, b})->levels[0].verdict, "client-bound");
    EXPECT_EQ(merge({b, b})->levels[0].verdict, "saturated");
}

TEST(Merge, AddsSaturationsIfAllShardsHaveOne) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    a.saturation = Saturation{400, "the sweep ended", false};
    b.saturation = Saturation{300, "goodput 0.9", true};
    EXPECT_EQ(merge({a, b})->saturation, (Saturation{700, "goodput 0.9", true}));
    b.saturation.reset();
    EXPECT_EQ(merge({a, b})->saturation, std::nullopt);
}

TEST(Merge, KeepsExamplesAndNotesOnce) {
    LoadResult a = small_result(1);
    LoadResult b = small_result(2);
    a.notes = {"x", "y"};
    b.notes = {"y", "z"};
    a.levels[0].examples = {"1", "2", "3", "4"};
    b.levels[0].examples = {"4", "5", "6"};
    const auto sum = merge({a, b});
    ASSERT_THAT(sum, IsOk());
    EXPECT_THAT(sum->notes, ElementsAre("x", "y", "z"));
    EXPECT_THAT(sum->levels[0].examples, ElementsAre("1", "2", "3", "4", "5"));
}

TEST(Merge, NotesValuesKeptFromTheFirstShardOnly) {
    LoadResult b = small_result(2);
    b.url = "http://10.0.0.1";
    b.host.cpu = "another";
    EXPECT_THAT(
        merge({small_result(1), b})->notes,
        ElementsAre("different URL in shard 2: http://10.0.0.1 instead of http://127.0.0.1:8080",
                    "different processor in shard 2: another instead of Example CPU 3000 at 2.5 "
                    "GHz"));
    LoadResult checked = small_result(2);
    checked.validation.contract_sample = 1;
    EXPECT_THAT(merge({small_result(1), checked})->notes,
                ElementsAre(HasSubstr("contract 100% instead of framing yes")));
}

TEST(Merge, AddsTheLimitsOfRequestsInFlight) {
    LoadResult a = small_result(1);
    a.load.max_in_flight = 50;
    EXPECT_EQ(merge({a, a})->load.max_in_flight, 100U);
    LoadResult b = small_result(2);
    b.load.max_in_flight = 0;
    EXPECT_EQ(merge({a, b})->load.max_in_flight, 0U);
}

TEST(Merge, RequiresAResult) {
    EXPECT_THAT(merge({}), IsErrorCode(ErrorCode::kInvalid));
}

TEST(Merge, RejectsADifferentLoadWithTheDifferences) {
    LoadResult b = small_result(2);
    b.load.window_s = 20;
    b.workload.modes = {"values"};
    EXPECT_THAT(merge({small_result(1), small_result(1), b}), IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(merge({small_result(1), small_result(1), b}),
                FailsWith("results 1 and 3 are of different loads"));
    EXPECT_THAT(merge({small_result(1), b}), FailsWith("load/window_s: 10 and 20"));
    EXPECT_THAT(merge({small_result(1), b}),
                FailsWith(R"(workload/modes/0: "messages" and "values")"));
}

TEST(Merge, RejectsADifferentNumberOfLevels) {
    LoadResult b = small_result(2);
    b.levels.push_back(b.levels[0]);
    EXPECT_THAT(merge({small_result(1), b}), FailsWith("number of levels: 1 and 2"));
}

TEST(LoadDifferences, AreEmptyIfOnlyTheSeedDiffers) {
    EXPECT_THAT(load_differences(small_result(1), small_result(2)), IsEmpty());
}

TEST(LoadDifferences, ReportMissingMembers) {
    LoadResult b = small_result(2);
    b.workload.modes.emplace_back("values");
    EXPECT_THAT(load_differences(small_result(1), b),
                Contains(R"(workload/modes/2: nothing and "values")"));
}

}  // namespace
}  // namespace plumbline::load

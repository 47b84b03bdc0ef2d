#include "benchmarks/load/result/compare.hpp"

#include "benchmarks/load/result/approved_fixture.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {

void PrintTo(Change change, std::ostream* out);
void PrintTo(Change change, std::ostream* out) {
    *out << to_text(change);
}

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A run of one level whose times are `slower` times the usual ones.
Level run_of(double target, double slower, std::uint64_t seed, int requests = 3000) {
    SampleRandom random(seed);
    Level level;
    level.target = target;
    level.achieved = target;
    level.seconds = 10;
    level.verdict = "ok";
    for (int i = 0; i < requests; ++i) {
        level.metrics[Metric::kTtfc].record(random.time(1'000'000 * slower));
        level.metrics[Metric::kDuration].record(random.time(50'000'000 * slower));
    }
    level.counts.completed = static_cast<std::uint64_t>(requests);
    for (int i = 0; i < 11; ++i) {
        level.slices.push_back({.second = static_cast<double>(i),
                                .completed = static_cast<std::uint64_t>(requests) / 11});
    }
    return level;
}

LoadResult result_of(std::vector<Level> levels) {
    LoadResult result = sample_frame();
    result.levels = std::move(levels);
    return result;
}

LoadResult repeated(double target, double slower, std::uint64_t seed, int runs) {
    std::vector<Level> levels;
    for (int i = 0; i < runs; ++i)
        levels.push_back(run_of(target, slower, seed * 100 + static_cast<std::uint64_t>(i)));
    return result_of(std::move(levels));
}

FigureChange figure_of(const Result<Comparison>& comparison, std::string_view name) {
    EXPECT_THAT(comparison, IsOk());
    for (const FigureChange& figure : comparison->levels.at(0).figures) {
        if (figure.name == name) return figure;
    }
    ADD_FAILURE() << "no figure " << name;
    return {};
}

std::vector<std::string> names_of(const LevelChange& level) {
    std::vector<std::string> names;
    for (const FigureChange& figure : level.figures) names.push_back(figure.name);
    return names;
}

TEST(Compare, FindsAResultTheSameAsItself) {
    const LoadResult result = repeated(100, 1, 1, 3);
    EXPECT_EQ(figure_of(compare(result, result), "achieved").verdict, Change::kSame);
    EXPECT_EQ(figure_of(compare(result, result), "failed_share").verdict, Change::kSame);
    EXPECT_EQ(compare(result, result)->exit_code(), 0);
}

TEST(Compare, SeesMoreThanTheSpreadOfRepetitions) {
    const auto comparison = compare(repeated(100, 1, 1, 3), repeated(100, 1.2, 2, 3));
    EXPECT_EQ(figure_of(comparison, "ttfc_p50").verdict, Change::kWorse);
    EXPECT_EQ(figure_of(comparison, "duration_p50").verdict, Change::kWorse);
    EXPECT_EQ(comparison->exit_code(), 1);
}

TEST(Compare, SeesWhatBecameBetter) {
    const auto comparison = compare(repeated(100, 1.2, 1, 3), repeated(100, 1, 2, 3));
    EXPECT_EQ(figure_of(comparison, "ttfc_p50").verdict, Change::kBetter);
    EXPECT_EQ(comparison->exit_code(), 0);
}

TEST(Compare, SeesALargeChangeOfSingleRuns) {
    const auto comparison =
        compare(result_of({run_of(100, 1, 1)}), result_of({run_of(100, 1.3, 2)}));
    EXPECT_EQ(figure_of(comparison, "ttfc_p50").verdict, Change::kWorse);
}

TEST(Compare, TakesASmallChangeOfSingleRunsForNoise) {
    const auto comparison =
        compare(result_of({run_of(100, 1, 1)}), result_of({run_of(100, 1.06, 2)}));
    const FigureChange figure = figure_of(comparison, "ttfc_p50");
    EXPECT_EQ(figure.verdict, Change::kUndecided);
    EXPECT_EQ(figure.why, "the change may be noise");
    EXPECT_THAT(comparison->notes, Contains(HasSubstr("a change must exceed it by 5%")));
}

/// How many figures of 30 pairs of the same server are called better or worse.
std::size_t wrong_verdicts(int runs) {
    std::size_t wrong = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const auto comparison =
            compare(repeated(100, 1, seed, runs), repeated(100, 1, seed + 1000, runs));
        wrong += comparison->count(Change::kWorse) + comparison->count(Change::kBetter);
    }
    return wrong;
}

TEST(Compare, HardlyEverSeesAChangeWhereThereIsNone) {
    EXPECT_LE(wrong_verdicts(1), 1U);
    EXPECT_LE(wrong_verdicts(3), 3U);
}

TEST(Compare, IsUndecidedWhereRepetitionsDifferMoreThanResults) {
    const auto comparison =
        compare(result_of({run_of(100, 1, 1), run_of(100, 2, 2), run_of(100, 1.4, 3)}),
                result_of({run_of(100, 1.2, 4), run_of(100, 2.2, 5), run_of(100, 1.6, 6)}));
    EXPECT_EQ(figure_of(comparison, "ttfc_p50").verdict, Change::kUndecided);
}

TEST(Compare, WantsALowRateHigher) {
    LoadResult slow = repeated(100, 1, 1, 3);
    for (Level& level : slow.levels) level.achieved = 80;
    EXPECT_EQ(figure_of(compare(repeated(100, 1, 1, 3), slow), "achieved").verdict, Change::kWorse);
    EXPECT_EQ(figure_of(compare(slow, repeated(100, 1, 1, 3)), "achieved").verdict,
              Change::kBetter);
}

TEST(Compare, SeesFailuresThatChanceDoesNotExplain) {
    LoadResult failing = result_of({run_of(100, 1, 1)});
    failing.levels[0].counts.failed[0] = 60;
    const auto worse = compare(result_of({run_of(100, 1, 1)}), failing);
    EXPECT_EQ(figure_of(worse, "failed_share").verdict, Change::kWorse);
    failing.levels[0].counts.failed[0] = 1;
    const auto chance = compare(result_of({run_of(100, 1, 1)}), failing);
    EXPECT_EQ(figure_of(chance, "failed_share").verdict, Change::kUndecided);
}

TEST(Compare, DoesNotTakeRepetitionsWithoutAFailureForProof) {
    const LoadResult fine =
        result_of({run_of(100, 1, 1, 300), run_of(100, 1, 2, 300), run_of(100, 1, 3, 300)});
    LoadResult failing = fine;
    for (Level& level : failing.levels) level.counts.failed[0] = 1;
    EXPECT_EQ(figure_of(compare(fine, failing), "failed_share").verdict, Change::kUndecided);
}

TEST(Compare, ComparesTheServersCpuOnlyByRepetitions) {
    LoadResult a = repeated(100, 1, 1, 3);
    for (Level& level : a.levels) {
        level.server_cpu = 0.5;
        level.counts.events = 1'000'000;
    }
    LoadResult b = a;
    for (Level& level : b.levels) level.server_cpu = 0.6;
    EXPECT_EQ(figure_of(compare(a, b), "server_cpu_per_event").verdict, Change::kWorse);
    a.levels.resize(1);
    b.levels.resize(1);
    const FigureChange single = figure_of(compare(a, b), "server_cpu_per_event");
    EXPECT_EQ(single.verdict, Change::kUndecided);
    EXPECT_EQ(single.why, "one run is too little to know the noise");
    EXPECT_THAT(single.a, testing::Optional(testing::DoubleNear(5000, 1e-6)));
}

TEST(Compare, LeavesOutWhatNeitherHas) {
    const auto comparison = compare(result_of({run_of(100, 1, 1)}), result_of({run_of(100, 1, 2)}));
    ASSERT_THAT(comparison, IsOk());
    EXPECT_THAT(names_of(comparison->levels[0]),
                ElementsAre("achieved", "ttfc_p50", "ttfc_p99", "duration_p50", "failed_share"));
}

TEST(Compare, SaysWhatOneSideLacks) {
    const auto comparison =
        compare(result_of({run_of(100, 1, 1)}), result_of({run_of(100, 1, 2, 500)}));
    const FigureChange figure = figure_of(comparison, "ttfc_p99");
    EXPECT_EQ(figure.verdict, Change::kUndecided);
    EXPECT_THAT(figure.why, HasSubstr("B: not enough samples: of 500 values"));
    EXPECT_EQ(figure.b, std::nullopt);
}

TEST(Compare, CountsStreamsAndNotTheirGapsAsSamples) {
    Level a = run_of(100, 1, 1);
    for (int i = 0; i < 100'000; ++i) a.metrics[Metric::kGap].record(1'000'000 + i);
    for (int i = 0; i < 500; ++i) a.metrics[Metric::kStall].record(2'000'000);
    const LoadResult result = result_of({a});
    EXPECT_EQ(figure_of(compare(result, result), "gap_p99").why,
              "one run is too little to know the noise");
}

TEST(Compare, MatchesLevelsByTheirTarget) {
    const auto comparison =
        compare(result_of({run_of(100, 1, 1), run_of(200, 1, 2), run_of(300, 1, 3)}),
                result_of({run_of(300, 1, 4), run_of(200, 1, 5), run_of(400, 1, 6)}));
    ASSERT_THAT(comparison, IsOk());
    ASSERT_THAT(comparison->levels, testing::SizeIs(2));
    EXPECT_EQ(comparison->levels[0].name, "200/s");
    EXPECT_EQ(comparison->levels[1].name, "300/s");
    EXPECT_THAT(comparison->notes, Contains("only A has 100/s"));
    EXPECT_THAT(comparison->notes, Contains("only B has 400/s"));
}

TEST(Compare, DoesNotCompareWhatTheClientBound) {
    LoadResult a = result_of({run_of(100, 1, 1)});
    LoadResult b = a;
    b.levels[0].client.bound = true;
    const auto comparison = compare(a, b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_EQ(comparison->levels[0].not_comparable, "client-bound in B");
    EXPECT_THAT(comparison->levels[0].figures, IsEmpty());
    EXPECT_EQ(comparison->exit_code(), 2);
    EXPECT_EQ(compare(b, a)->levels[0].not_comparable, "client-bound in A");
    EXPECT_EQ(compare(b, b)->levels[0].not_comparable, "client-bound in A and B");
}

TEST(Compare, LeavesOutRepetitionsThatTheClientBound) {
    LoadResult b = repeated(100, 1, 1, 3);
    b.levels[1].client.bound = true;
    const auto comparison = compare(repeated(100, 1, 1, 3), b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_EQ(comparison->levels[0].a_runs, 3U);
    EXPECT_EQ(comparison->levels[0].b_runs, 2U);
    EXPECT_THAT(comparison->notes, Contains("100/s: left out as client-bound: 0 of A, 1 of B"));
}

TEST(Compare, RefusesAnotherLoadAndSaysInWhat) {
    LoadResult b = repeated(100, 1, 1, 1);
    b.load.loop = "closed";
    b.workload.body = "{}";
    const auto comparison = compare(repeated(100, 1, 1, 1), b);
    EXPECT_THAT(comparison, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(comparison, FailsWith(R"(load/loop: "open" and "closed")"));
    EXPECT_THAT(comparison, FailsWith("workload/body: "));
}

TEST(Compare, AcceptsAnotherSeed) {
    LoadResult b = repeated(100, 1, 1, 1);
    b.load.seed = 99;
    EXPECT_THAT(compare(repeated(100, 1, 1, 1), b), IsOk());
}

TEST(Compare, NeedsALevelInCommon) {
    const auto comparison = compare(repeated(100, 1, 1, 1), repeated(200, 1, 1, 1));
    EXPECT_THAT(comparison, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(comparison, FailsWith("A has 100/s; B has 200/s"));
    EXPECT_THAT(compare(sample_frame(), repeated(200, 1, 1, 1)), FailsWith("A has none"));
}

TEST(Compare, NotesWhatElseDiffers) {
    LoadResult b = repeated(100, 1, 1, 1);
    b.host.cpu = "another";
    b.build = "debug";
    b.shards = 2;
    b.validation.json_sample = 0;
    const auto comparison = compare(repeated(100, 1, 1, 1), b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_THAT(comparison->notes,
                testing::IsSupersetOf({"other processors: Example CPU 3000 at 2.5 GHz and another",
                                       "other builds of the tool: release and debug",
                                       "another number of shards: 1 and 2",
                                       "answers were not checked to the same degree"}));
}

TEST(ComparisonText, HasNotChanged) {
    LoadResult b = sample_result();
    b.started = "2026-03-02T09:30:00Z";
    for (Level& level : b.levels) {
        level = SampleLevel(level.target, 300, static_cast<std::uint64_t>(level.target)).play();
    }
    b.levels.back().client.bound = true;
    const auto comparison = compare(sample_result(), b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_THAT(render_comparison(*comparison), IsApproved(__FILE__, "comparison.txt"));
}

}  // namespace
}  // namespace plumbline::load

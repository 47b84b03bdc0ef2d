#include "benchmarks/load/result/compare.hpp"

#include "benchmarks/load/result/compare/figure_change.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "benchmarks/load/result/testing.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {

void PrintTo(ChangeVerdict change, std::ostream* out);
void PrintTo(ChangeVerdict change, std::ostream* out) {
    *out << to_text(change);
}

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Returns a run of one level whose times are `slower` times the usual ones.
Level make_run(double target, double slower, std::uint64_t seed, int requests = 3000) {
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
        level.slices.push_back({.begin_s = static_cast<double>(i),
                                .completed = static_cast<std::uint64_t>(requests) / 11});
    }
    return level;
}

LoadResult result_of(std::vector<Level> levels) {
    LoadResult result = result_without_levels();
    result.levels = std::move(levels);
    return result;
}

LoadResult repeated(double target, double slower, std::uint64_t seed, int runs) {
    std::vector<Level> levels;
    for (int i = 0; i < runs; ++i)
        levels.push_back(make_run(target, slower, seed * 100 + static_cast<std::uint64_t>(i)));
    return result_of(std::move(levels));
}

FigureChange find_change(const Result<LoadComparison>& comparison, std::string_view name) {
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

TEST(Compare, ReportsNoChangeForTheSameResult) {
    const LoadResult result = repeated(100, 1, 1, 3);
    EXPECT_EQ(find_change(compare(result, result), "achieved").verdict, ChangeVerdict::kSame);
    EXPECT_EQ(find_change(compare(result, result), "failed_share").verdict, ChangeVerdict::kSame);
    EXPECT_EQ(compare(result, result)->exit_code(), 0);
}

TEST(Compare, DetectsAChangeBeyondTheSpreadOfRepetitions) {
    const auto comparison = compare(repeated(100, 1, 1, 3), repeated(100, 1.2, 2, 3));
    EXPECT_EQ(find_change(comparison, "ttfc_p50").verdict, ChangeVerdict::kWorse);
    EXPECT_EQ(find_change(comparison, "duration_p50").verdict, ChangeVerdict::kWorse);
    EXPECT_EQ(comparison->exit_code(), 1);
}

TEST(Compare, DetectsAnImprovement) {
    const auto comparison = compare(repeated(100, 1.2, 1, 3), repeated(100, 1, 2, 3));
    EXPECT_EQ(find_change(comparison, "ttfc_p50").verdict, ChangeVerdict::kBetter);
    EXPECT_EQ(comparison->exit_code(), 0);
}

TEST(Compare, DetectsALargeChangeOfSingleRuns) {
    const auto comparison =
        compare(result_of({make_run(100, 1, 1)}), result_of({make_run(100, 1.3, 2)}));
    EXPECT_EQ(find_change(comparison, "ttfc_p50").verdict, ChangeVerdict::kWorse);
}

TEST(Compare, TreatsASmallChangeOfSingleRunsAsNoise) {
    const auto comparison =
        compare(result_of({make_run(100, 1, 1)}), result_of({make_run(100, 1.06, 2)}));
    const FigureChange figure = find_change(comparison, "ttfc_p50");
    EXPECT_EQ(figure.verdict, ChangeVerdict::kUndecided);
    EXPECT_EQ(figure.undecided_reason, "the change may be noise");
    EXPECT_THAT(comparison->notes, Contains(HasSubstr("a change must exceed it by 5%")));
}

/// Returns the number of figures in 30 pairs from the same server that are called better or worse.
std::size_t wrong_verdicts(int runs) {
    std::size_t wrong = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const auto comparison =
            compare(repeated(100, 1, seed, runs), repeated(100, 1, seed + 1000, runs));
        wrong +=
            comparison->count(ChangeVerdict::kWorse) + comparison->count(ChangeVerdict::kBetter);
    }
    return wrong;
}

TEST(Compare, RarelyDetectsAChangeWithoutOne) {
    EXPECT_LE(wrong_verdicts(1), 1U);
    EXPECT_LE(wrong_verdicts(3), 3U);
}

TEST(Compare, IsUndecidedIfRepetitionsDifferMoreThanResults) {
    const auto comparison =
        compare(result_of({make_run(100, 1, 1), make_run(100, 2, 2), make_run(100, 1.4, 3)}),
                result_of({make_run(100, 1.2, 4), make_run(100, 2.2, 5), make_run(100, 1.6, 6)}));
    EXPECT_EQ(find_change(comparison, "ttfc_p50").verdict, ChangeVerdict::kUndecided);
}

TEST(Compare, TreatsALowerRateAsWorse) {
    LoadResult slow = repeated(100, 1, 1, 3);
    for (Level& level : slow.levels) level.achieved = 80;
    EXPECT_EQ(find_change(compare(repeated(100, 1, 1, 3), slow), "achieved").verdict,
              ChangeVerdict::kWorse);
    EXPECT_EQ(find_change(compare(slow, repeated(100, 1, 1, 3)), "achieved").verdict,
              ChangeVerdict::kBetter);
}

TEST(Compare, DetectsSignificantFailures) {
    LoadResult failing = result_of({make_run(100, 1, 1)});
    failing.levels[0].counts.failed[0] = 60;
    const auto worse = compare(result_of({make_run(100, 1, 1)}), failing);
    EXPECT_EQ(find_change(worse, "failed_share").verdict, ChangeVerdict::kWorse);
    failing.levels[0].counts.failed[0] = 1;
    const auto chance = compare(result_of({make_run(100, 1, 1)}), failing);
    EXPECT_EQ(find_change(chance, "failed_share").verdict, ChangeVerdict::kUndecided);
}

TEST(Compare, IsUndecidedAboutAFewFailures) {
    const LoadResult fine =
        result_of({make_run(100, 1, 1, 300), make_run(100, 1, 2, 300), make_run(100, 1, 3, 300)});
    LoadResult failing = fine;
    for (Level& level : failing.levels) level.counts.failed[0] = 1;
    EXPECT_EQ(find_change(compare(fine, failing), "failed_share").verdict,
              ChangeVerdict::kUndecided);
}

TEST(Compare, ComparesTheServersCpuTimeOnlyWithRepetitions) {
    LoadResult a = repeated(100, 1, 1, 3);
    for (Level& level : a.levels) {
        level.server_cpu = 0.5;
        level.counts.events = 1'000'000;
    }
    LoadResult b = a;
    for (Level& level : b.levels) level.server_cpu = 0.6;
    EXPECT_EQ(find_change(compare(a, b), "server_cpu_per_event").verdict, ChangeVerdict::kWorse);
    a.levels.resize(1);
    b.levels.resize(1);
    const FigureChange single = find_change(compare(a, b), "server_cpu_per_event");
    EXPECT_EQ(single.verdict, ChangeVerdict::kUndecided);
    EXPECT_EQ(single.undecided_reason, "the noise of a single run is unknown");
    EXPECT_THAT(single.a, testing::Optional(testing::DoubleNear(5000, 1e-6)));
}

TEST(Compare, OmitsFiguresThatBothSidesLack) {
    const auto comparison =
        compare(result_of({make_run(100, 1, 1)}), result_of({make_run(100, 1, 2)}));
    ASSERT_THAT(comparison, IsOk());
    EXPECT_THAT(names_of(comparison->levels[0]),
                ElementsAre("achieved", "ttfc_p50", "ttfc_p99", "duration_p50", "failed_share"));
}

TEST(Compare, ReportsAFigureThatOneSideLacks) {
    const auto comparison =
        compare(result_of({make_run(100, 1, 1)}), result_of({make_run(100, 1, 2, 500)}));
    const FigureChange figure = find_change(comparison, "ttfc_p99");
    EXPECT_EQ(figure.verdict, ChangeVerdict::kUndecided);
    EXPECT_THAT(figure.undecided_reason, HasSubstr("B: not enough samples: of 500 values"));
    EXPECT_THAT(figure.b, testing::Optional(testing::Gt(0)));
    EXPECT_FALSE(figure.a_has_few_values);
    EXPECT_TRUE(figure.b_has_few_values);
    EXPECT_THAT(texts_of(figure).a, Not(EndsWith("*")));
    EXPECT_THAT(texts_of(figure).b, EndsWith(" ms*"));
    EXPECT_EQ(texts_of(figure).change, "-");
}

TEST(Compare, HasNoValueOfAFigureThatWasNotMeasured) {
    LoadResult b = result_of({make_run(100, 1, 2)});
    b.levels[0].metrics[Metric::kTtfc] = {};
    const FigureChange figure =
        find_change(compare(result_of({make_run(100, 1, 1)}), b), "ttfc_p99");
    EXPECT_EQ(figure.undecided_reason, "B: no ttfc was measured");
    EXPECT_EQ(figure.b, std::nullopt);
    EXPECT_EQ(texts_of(figure).b, "-");
}

TEST(Compare, CountsStreamsInsteadOfGapsAsSamples) {
    Level a = make_run(100, 1, 1);
    for (int i = 0; i < 100'000; ++i) a.metrics[Metric::kGap].record(1'000'000 + i);
    for (int i = 0; i < 500; ++i) a.metrics[Metric::kStall].record(2'000'000);
    const LoadResult result = result_of({a});
    EXPECT_EQ(find_change(compare(result, result), "gap_p99").undecided_reason,
              "the noise of a single run is unknown");
}

TEST(Compare, MatchesLevelsByTheirTarget) {
    const auto comparison =
        compare(result_of({make_run(100, 1, 1), make_run(200, 1, 2), make_run(300, 1, 3)}),
                result_of({make_run(300, 1, 4), make_run(200, 1, 5), make_run(400, 1, 6)}));
    ASSERT_THAT(comparison, IsOk());
    ASSERT_THAT(comparison->levels, testing::SizeIs(2));
    EXPECT_EQ(comparison->levels[0].name, "200/s");
    EXPECT_EQ(comparison->levels[1].name, "300/s");
    EXPECT_THAT(comparison->notes, Contains("only A has 100/s"));
    EXPECT_THAT(comparison->notes, Contains("only B has 400/s"));
}

TEST(Compare, DoesNotCompareClientBoundLevels) {
    LoadResult a = result_of({make_run(100, 1, 1)});
    LoadResult b = a;
    b.levels[0].client.bound = true;
    const auto comparison = compare(a, b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_EQ(comparison->levels[0].incomparable_reason, "client-bound in B");
    EXPECT_THAT(comparison->levels[0].figures, IsEmpty());
    EXPECT_EQ(comparison->exit_code(), 2);
    EXPECT_EQ(compare(b, a)->levels[0].incomparable_reason, "client-bound in A");
    EXPECT_EQ(compare(b, b)->levels[0].incomparable_reason, "client-bound in A and B");
}

TEST(Compare, ExcludesRunsThatAreNoWholeMeasurement) {
    for (const std::string verdict : {"undercounted", "interrupted", "unreachable"}) {
        LoadResult b = repeated(100, 1, 1, 3);
        b.levels[1].verdict = verdict;
        const auto comparison = compare(repeated(100, 1, 1, 3), b);
        ASSERT_THAT(comparison, IsOk());
        EXPECT_EQ(comparison->levels[0].b_runs, 2U);
        EXPECT_THAT(comparison->notes,
                    Contains("100/s: excluded as " + verdict + ": 0 of A, 1 of B"));
    }
}

TEST(Compare, ExcludesClientBoundRepetitions) {
    LoadResult b = repeated(100, 1, 1, 3);
    b.levels[1].client.bound = true;
    const auto comparison = compare(repeated(100, 1, 1, 3), b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_EQ(comparison->levels[0].a_runs, 3U);
    EXPECT_EQ(comparison->levels[0].b_runs, 2U);
    EXPECT_THAT(comparison->notes, Contains("100/s: excluded as client-bound: 0 of A, 1 of B"));
}

TEST(Compare, RejectsADifferentLoadWithTheDifferences) {
    LoadResult b = repeated(100, 1, 1, 1);
    b.load.loop = "closed";
    b.workload.body = "{}";
    const auto comparison = compare(repeated(100, 1, 1, 1), b);
    EXPECT_THAT(comparison, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(comparison, FailsWith(R"(load/loop: "open" and "closed")"));
    EXPECT_THAT(comparison, FailsWith("workload/body: "));
}

TEST(Compare, AcceptsADifferentSeed) {
    LoadResult b = repeated(100, 1, 1, 1);
    b.load.seed = 99;
    EXPECT_THAT(compare(repeated(100, 1, 1, 1), b), IsOk());
}

TEST(Compare, RequiresACommonLevel) {
    const auto comparison = compare(repeated(100, 1, 1, 1), repeated(200, 1, 1, 1));
    EXPECT_THAT(comparison, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(comparison, FailsWith("A has 100/s; B has 200/s"));
    EXPECT_THAT(compare(result_without_levels(), repeated(200, 1, 1, 1)), FailsWith("A has none"));
}

TEST(Compare, NotesOtherDifferences) {
    LoadResult b = repeated(100, 1, 1, 1);
    b.host.cpu = "another";
    b.build = "debug";
    b.shards = 2;
    b.validation.json_sample = 0;
    const auto comparison = compare(repeated(100, 1, 1, 1), b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_THAT(
        comparison->notes,
        testing::IsSupersetOf({"different processors: Example CPU 3000 at 2.5 GHz and another",
                               "different builds of the tool: release and debug",
                               "different numbers of shards: 1 and 2",
                               "responses were checked to different degrees"}));
}

TEST(ComparisonText, HasNotChanged) {
    LoadResult b = sample_result();
    b.started = "2026-03-02T09:30:00Z";
    for (Level& level : b.levels) {
        level = SampleLevel(level.target, 300, static_cast<std::uint64_t>(level.target)).simulate();
    }
    b.levels.back().client.bound = true;
    const auto comparison = compare(sample_result(), b);
    ASSERT_THAT(comparison, IsOk());
    EXPECT_THAT(render_comparison(*comparison), IsApproved(__FILE__, "comparison.txt"));
}

}  // namespace
}  // namespace plumbline::load

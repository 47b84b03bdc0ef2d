#pragma once
// The changes of the key figures of one level, and whether they exceed the noise.

#include "benchmarks/load/result/compare.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

using LevelRuns = std::vector<const Level*>;

/// The repetitions of one level in both results, at least one each.
struct ComparedRuns {
    LevelRuns a;
    LevelRuns b;
    [[nodiscard]] bool is_repeated() const { return a.size() + b.size() > 2; }
    [[nodiscard]] ComparedRuns reversed() const { return {b, a}; }
};

/// Compares every key figure that a side has.
[[nodiscard]] std::vector<FigureChange> compare_figures(const ComparedRuns& sides,
                                                        const CompareTolerance& tolerance);

/// The change of a figure as texts; "-" or "" for what is unknown. "*" marks a percentile with too
/// few values beyond it.
struct FigureChangeTexts {
    std::string a;
    std::string b;
    std::string change;
    std::string interval;
};
[[nodiscard]] FigureChangeTexts texts_of(const FigureChange& figure);

}  // namespace plumbline::load

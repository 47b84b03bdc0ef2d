#pragma once
// The changes of the key figures of one level, and whether they exceed the noise.

#include "benchmarks/load/result/compare.hpp"

#include <vector>

namespace plumbline::load {

using LevelRuns = std::vector<const Level*>;

/// The repetitions of one level in both results, at least one each.
struct ComparedRuns {
    LevelRuns a;
    LevelRuns b;
    [[nodiscard]] bool is_repeated() const { return a.size() + b.size() > 2; }
};

/// Compares every key figure that a side has.
[[nodiscard]] std::vector<FigureChange> compare_figures(const ComparedRuns& sides,
                                                        const CompareTolerance& tolerance);

}  // namespace plumbline::load

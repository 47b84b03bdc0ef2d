#pragma once
// How the key figures of one level moved, and whether that is more than noise.

#include "benchmarks/load/result/compare.hpp"

#include <vector>

namespace plumbline::load {

using Runs = std::vector<const Level*>;

/// The repetitions of one level in both results, at least one each.
struct Sides {
    Runs a;
    Runs b;
    [[nodiscard]] bool is_repeated() const { return a.size() + b.size() > 2; }
};

/// Compares every key figure that a side has.
[[nodiscard]] std::vector<FigureChange> compare_figures(const Sides& sides,
                                                        const CompareTolerance& tolerance);

}  // namespace plumbline::load

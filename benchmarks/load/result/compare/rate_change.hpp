#pragma once
// The change of the rate of successes, which may be 0.

#include "benchmarks/load/result/compare/confidence.hpp"
#include "benchmarks/load/result/compare/figure_change.hpp"

#include <optional>

namespace plumbline::load {

/// Returns the change of `achieved` relative to A. Rates of 0 have no logarithm, so if there is
/// one, the change of single runs lies between nothing and the highest rate that is likely to have
/// no success, and that of repetitions follows from the spread of the rates themselves. Nothing if
/// A is 0, or for an empty window.
[[nodiscard]] std::optional<ConfidenceInterval> rate_change(const ComparedRuns& sides);

}  // namespace plumbline::load

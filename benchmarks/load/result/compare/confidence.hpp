#pragma once
// Confidence intervals of figures. All are 99 % intervals, computed without sampling: the same
// results always give the same intervals.

#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace plumbline::load {

/// A value with its confidence interval.
struct ConfidenceInterval {
    double value = 0;
    double low = 0;
    double high = 0;

    bool operator==(const ConfidenceInterval&) const = default;
};

/// Returns the percentile of one run. The number of values up to it is binomially distributed, so
/// the bounds are the values at the lowest and the highest rank that are likely by chance, for any
/// distribution. `independent` is the number of independent values: gaps of one stream are
/// correlated, so only streams count. Nothing if fewer than Histogram::kMinBeyond of them lie
/// beyond the percentile.
[[nodiscard]] std::optional<ConfidenceInterval> percentile_interval(const Histogram& histogram,
                                                                    double percent,
                                                                    std::uint64_t independent);

/// Returns the rate of successes of one run, from the variation of its slices (bounds of the
/// logarithm); with too few slices, assuming independent requests (score bounds of a Poisson
/// distribution). The lower bound is 0 only for a rate of 0. Nothing for an empty window.
[[nodiscard]] std::optional<ConfidenceInterval> rate_interval(const Level& level);

/// Returns a share of one or several runs (Wilson interval). Nothing for a total of 0.
[[nodiscard]] std::optional<ConfidenceInterval> share_interval(std::uint64_t part,
                                                               std::uint64_t all);

/// Returns the rate of no success in some seconds: the highest one that is likely to have none.
[[nodiscard]] ConfidenceInterval rate_of_none(double seconds);

/// Returns the change from a to b relative to a, from the intervals of both (method of variance
/// estimates recovery, on logarithms). The resolution of histograms widens the interval. Values
/// below `least` count as `least`.
[[nodiscard]] ConfidenceInterval relative_change(const ConfidenceInterval& a,
                                                 const ConfidenceInterval& b,
                                                 double least);
/// Returns b - a, computed in the same way.
[[nodiscard]] ConfidenceInterval absolute_change(const ConfidenceInterval& a,
                                                 const ConfidenceInterval& b);

/// Returns the change from a to b relative to a, from the spread of repetitions: Student's t on
/// logarithms with a common variance of both sides. At least one side has two values. Values of 0
/// count as `least`.
[[nodiscard]] ConfidenceInterval relative_change(const std::vector<double>& a,
                                                 const std::vector<double>& b,
                                                 double least);
/// Returns b - a, computed in the same way without logarithms.
[[nodiscard]] ConfidenceInterval absolute_change(const std::vector<double>& a,
                                                 const std::vector<double>& b);

/// Returns the mean of at least one value.
[[nodiscard]] double mean_of(const std::vector<double>& values);
/// Returns the geometric mean; if a value is 0, which has no logarithm, the mean.
[[nodiscard]] double geometric_mean(const std::vector<double>& values);

}  // namespace plumbline::load

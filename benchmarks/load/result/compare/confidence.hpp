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

/// Returns the rate of successes of one run, from the variation of its slices; with too few slices,
/// assuming independent requests (Poisson). Nothing without successes.
[[nodiscard]] std::optional<ConfidenceInterval> rate_interval(const Level& level);

/// Returns a share of one or several runs (Wilson interval). Nothing for a total of 0.
[[nodiscard]] std::optional<ConfidenceInterval> share_interval(std::uint64_t part,
                                                               std::uint64_t all);

/// Returns the change from a to b relative to a, from the intervals of both (method of variance
/// estimates recovery, on logarithms). The resolution of histograms widens the interval.
[[nodiscard]] ConfidenceInterval relative_change(const ConfidenceInterval& a,
                                                 const ConfidenceInterval& b);
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

/// Returns the mean, or the geometric mean with values of 0 as `least`. At least one value.
[[nodiscard]] double mean_of(const std::vector<double>& values);
[[nodiscard]] double geometric_mean(const std::vector<double>& values, double least);

}  // namespace plumbline::load

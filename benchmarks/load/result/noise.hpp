#pragma once
// How far a figure may move by chance. All bounds are for 99 of 100 cases, and computed, not drawn:
// the same results always give the same bounds.

#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace plumbline::load {

/// A value and between what it may well be.
struct Bounded {
    double value = 0;
    double low = 0;
    double high = 0;

    bool operator==(const Bounded&) const = default;
};

/// Returns the percentile of one run. The share of values up to it is binomial, so the values at
/// the ranks that share may take by chance bound it, whatever the distribution. `independent` is
/// how many of the values say something of their own: gaps of one stream resemble each other, so
/// only streams count. Nothing if fewer than Histogram::kBeyond of them lie beyond.
[[nodiscard]] std::optional<Bounded> bounded_percentile(const Histogram& histogram,
                                                        double percent,
                                                        std::uint64_t independent);

/// Returns the rate of successes of one run, by how much its slices differ; where they are too few
/// as if requests ended independently of each other (Poisson). Nothing without successes.
[[nodiscard]] std::optional<Bounded> bounded_rate(const Level& level);

/// Returns a share of one run or several (Wilson). Nothing for a total of 0.
[[nodiscard]] std::optional<Bounded> bounded_share(std::uint64_t part, std::uint64_t all);

/// Returns how much b is above a as a part of a, from what bounds each (method of variance
/// estimates recovery, on logarithms). The three digits of a histogram are part of the bounds.
[[nodiscard]] Bounded relative_change(const Bounded& a, const Bounded& b);
/// Returns b - a in the same way.
[[nodiscard]] Bounded absolute_change(const Bounded& a, const Bounded& b);

/// Returns how much b is above a as a part of a, by the spread of repetitions: Student's t on
/// logarithms with one spread for both sides. At least one side has two values. Values of 0 count
/// as `least`.
[[nodiscard]] Bounded relative_change(const std::vector<double>& a,
                                      const std::vector<double>& b,
                                      double least);
/// Returns b - a in the same way, without logarithms.
[[nodiscard]] Bounded absolute_change(const std::vector<double>& a, const std::vector<double>& b);

/// Returns the mean, and the geometric mean with values of 0 as `least`. At least one value.
[[nodiscard]] double mean_of(const std::vector<double>& values);
[[nodiscard]] double geometric_mean(const std::vector<double>& values, double least);

}  // namespace plumbline::load

#pragma once
// Counts values in buckets whose width grows with the value: three digits of each are kept.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace plumbline::load {

/// The percentiles that texts show and verdicts compare.
inline constexpr double kMedianPercent = 50;
inline constexpr double kTailPercent = 99;

/// A log-linear histogram of non-negative integers (times in ns, bytes, counts). Up to 2,047 each
/// value has its own bucket; above, a bucket is at most a thousandth of its values wide. Adding
/// histograms is exact: the sum equals one histogram of all values. Uses a few hundred kB at most,
/// depending on the largest value. Not thread-safe: nothing guards its state.
class Histogram {
  public:
    /// An hour in ns. Larger values count as this one and are counted as clipped.
    static constexpr std::int64_t kMaxValue = 3'600'000'000'000;
    static constexpr int kDigits = 3;
    /// Minimum number of values beyond a percentile for it to be meaningful.
    static constexpr std::uint64_t kMinBeyond = 10;

    /// Counts a value `times` times. Negative values count as 0. Allocates only for a new largest
    /// value.
    void record(std::int64_t value, std::uint64_t times = 1);
    void add(const Histogram& other);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    /// Returns how many values were above kMaxValue.
    [[nodiscard]] std::uint64_t clipped() const { return clipped_; }
    /// Returns the smallest and the largest value, exact; 0 if there is none.
    [[nodiscard]] std::int64_t min() const { return count_ == 0 ? 0 : min_; }
    [[nodiscard]] std::int64_t max() const { return max_; }
    [[nodiscard]] double mean() const;
    /// Returns a percentile: the upper end of its bucket, at most max(). 0 if there is no value.
    [[nodiscard]] std::int64_t percentile(double percent) const;
    /// Returns the percentile if at least kMinBeyond values lie beyond it, else nothing.
    [[nodiscard]] std::optional<std::int64_t> reliable_percentile(double percent) const;
    /// Returns the value at a rank, 1 for the smallest, with the precision of a bucket. A rank that
    /// is too large means the last; 0 if there is no value.
    [[nodiscard]] std::int64_t value_at_rank(std::uint64_t rank) const;

    bool operator==(const Histogram&) const = default;

  private:
    friend struct HistogramJson;  ///< writes and reads it

    std::vector<std::uint64_t> counts_;  ///< counts by bucket, up to the last used one
    std::uint64_t count_ = 0;
    std::uint64_t clipped_ = 0;
    std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t max_ = 0;
    std::uint64_t sum_ = 0;  ///< saturates at its maximum: 584 years in ns
};

}  // namespace plumbline::load

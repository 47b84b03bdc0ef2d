#pragma once
// Counts values in buckets whose width grows with the value: three digits of each are kept.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace plumbline::load {

/// A log-linear histogram of whole numbers from 0 on (times in ns, bytes, counts). Up to 2,047 each
/// value has a bucket of its own; beyond, a bucket is at most a thousandth of its values wide.
/// Adding histograms is exact: the sum is what one histogram of all values would have been. A few
/// hundred kB at most, as large as its largest value needs. Thread: one.
class Histogram {
  public:
    /// An hour in ns. What is larger counts as this, and is counted.
    static constexpr std::int64_t kHighest = 3'600'000'000'000;
    static constexpr int kDigits = 3;
    /// How many values must lie beyond a percentile before it says more than chance does.
    static constexpr std::uint64_t kBeyond = 10;

    /// Counts a value `times` times. What is below 0 counts as 0. Allocates only for a value larger
    /// than all before it.
    void record(std::int64_t value, std::uint64_t times = 1);
    void add(const Histogram& other);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    /// Returns how many values were beyond kHighest.
    [[nodiscard]] std::uint64_t clipped() const { return clipped_; }
    /// Returns the least and the largest value, exact; 0 if there is none.
    [[nodiscard]] std::int64_t min() const { return count_ == 0 ? 0 : min_; }
    [[nodiscard]] std::int64_t max() const { return max_; }
    [[nodiscard]] double mean() const;
    /// Returns a value that `percent` of 100 parts of the values do not exceed: the upper end of
    /// the bucket, at most max(). 0 if there is none.
    [[nodiscard]] std::int64_t percentile(double percent) const;
    /// Returns the percentile if at least kBeyond values lie beyond it, else nothing.
    [[nodiscard]] std::optional<std::int64_t> settled_percentile(double percent) const;
    /// Returns the value that stands at a rank, from 1 for the least, to the precision of a bucket.
    /// A rank that is too large means the last; 0 if there is none.
    [[nodiscard]] std::int64_t at_rank(std::uint64_t rank) const;
    /// Returns how many values are at most `value`, to the precision of a bucket.
    [[nodiscard]] std::uint64_t count_up_to(std::int64_t value) const;

    bool operator==(const Histogram&) const = default;

  private:
    friend struct HistogramText;  ///< writes and reads it

    std::vector<std::uint64_t> counts_;  ///< by bucket, up to the last that is used
    std::uint64_t count_ = 0;
    std::uint64_t clipped_ = 0;
    std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t max_ = 0;
    std::uint64_t sum_ = 0;  ///< stays at its largest value when it is full: 584 years in ns
};

}  // namespace plumbline::load

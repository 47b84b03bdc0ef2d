#pragma once
// Counts latencies coarsely, for a picture of a window: each of its slices needs little memory.

#include "benchmarks/load/result/model/metric.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plumbline::load {

/// Latencies by bucket, which is at most a quarter of its values wide. Not thread-safe: nothing
/// guards its state.
struct LatencyCounts {
    /// Significant bits that are kept of a latency in ns, as by bucket_index.
    static constexpr unsigned kBits = 3;

    std::vector<std::uint64_t> counts{};  ///< by bucket, up to the last used one; at most 163
    std::uint64_t not_ended = 0;          ///< requests that still waited for it at the end

    /// Counts a latency. Values below 0 and above Histogram::kMaxValue count as these.
    void record(std::int64_t latency);
    void add(const LatencyCounts& other);

    bool operator==(const LatencyCounts&) const = default;
};

/// The metrics whose latencies are counted for each slice of the window.
inline constexpr std::array kSliceMetrics{Metric::kTtfc, Metric::kTtft, Metric::kDuration};

/// The latencies of the requests that were due in a slice, in the order of kSliceMetrics.
using SliceLatencies = std::array<LatencyCounts, kSliceMetrics.size()>;

}  // namespace plumbline::load

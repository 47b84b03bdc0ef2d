#pragma once
// Compares the slowest requests of levels, as far as there are enough of them.

#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline::load {

/// Returns the median, of an even number of values the larger of the two in the middle. At least
/// one value.
[[nodiscard]] double median(std::vector<double> values);

/// Returns the highest percentile up to p99 of `count` values that has Histogram::kMinBeyond values
/// beyond it, at least the median: fewer values have no p99, as one of them would decide.
[[nodiscard]] double highest_reliable_percent(std::uint64_t count);

/// The latencies of the repetitions of one level.
struct LatencyRuns {
    std::vector<Histogram> first_chunks{};
    std::vector<Histogram> durations{};

    void add(const Metrics& run);
};

/// Returns how the tail of `runs` exceeds `max_ratio` times that of `first`; "" if it does not.
/// It is that of the times to the first chunk, of calls, which have none, of the durations: the
/// median over the repetitions of the highest percentile that is reliable in all of them.
[[nodiscard]] std::string tail_excess(const LatencyRuns& runs,
                                      const LatencyRuns& first,
                                      double max_ratio);

}  // namespace plumbline::load

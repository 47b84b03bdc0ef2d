#pragma once
// Figures in readable form: three digits and a suitable unit.

#include "benchmarks/load/result/result.hpp"

#include <cstddef>
#include <string>

namespace plumbline::load {

/// Returns e.g. `850 ns`, `12.3 us`, `4.5 ms`, `61 s`. Units: nanoseconds.
[[nodiscard]] std::string time_text(double ns);
/// Returns e.g. `17`, `1.25k`, `3M`.
[[nodiscard]] std::string count_text(double count);
/// Returns e.g. `320 B`, `1.5 kB`, `3 MB`; 1 kB is 1000 B.
[[nodiscard]] std::string bytes_text(double bytes);
/// Returns e.g. `0.12%`. Units: 1 is 100 %.
[[nodiscard]] std::string share_text(double share);
/// Returns a value of a metric with this unit; thousandths per second as e.g. `44.4/s`.
[[nodiscard]] std::string value_text(double value, MetricUnit unit);
/// Returns up to three digits, without trailing zeros.
[[nodiscard]] std::string digits_text(double value);

/// Returns the name of a target: `400/s` for an open loop, `64 in flight` for a closed one; with
/// stages `400/s on average`, `up to 64 in flight`.
[[nodiscard]] std::string target_text(const LoadShape& load, double target);
/// Returns the same, followed by `run 2` if levels with this target were repeated.
[[nodiscard]] std::string level_name(const LoadResult& result, std::size_t level);

}  // namespace plumbline::load

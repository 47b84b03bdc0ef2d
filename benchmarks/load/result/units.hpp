#pragma once
// Figures as people read them: three digits and a unit that keeps them small.

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
/// Returns e.g. `0.12%`. Units: 1 is all.
[[nodiscard]] std::string share_text(double share);
/// Returns a value of a metric of this unit; thousandths per second as e.g. `44.4/s`.
[[nodiscard]] std::string value_text(double value, Unit unit);
/// Returns up to three digits, without zeros at the end.
[[nodiscard]] std::string digits_text(double value);

/// Returns what a level is called: `400/s` for an open loop, `64 in flight` for a closed one.
[[nodiscard]] std::string target_text(const LoadShape& load, double target);
/// Returns the same, with `run 2` behind it if levels of this target were repeated.
[[nodiscard]] std::string level_name(const LoadResult& result, std::size_t level);

}  // namespace plumbline::load

#pragma once
// Figures as people read them: three digits and a unit that keeps them small.

#include "benchmarks/load/result/result.hpp"

#include <cstddef>
#include <optional>
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
/// Says whether targets are the same load; sums of shards may differ in their last digits.
[[nodiscard]] bool is_same_target(double a, double b);

/// Returns failures as a part of the answers that came to an end; nothing if none did.
[[nodiscard]] std::optional<double> failed_share(const Counts& counts);
/// Returns successes that met the goodput limits in the same way.
[[nodiscard]] std::optional<double> good_share(const Counts& counts);
/// Returns a count by the seconds of the window, 0 for a window of none.
[[nodiscard]] double per_second(std::uint64_t count, const Level& level);
/// Returns the server's CPU time for an event in ns; nothing if either is not known.
[[nodiscard]] std::optional<double> server_cpu_per_event(const Level& level);

}  // namespace plumbline::load

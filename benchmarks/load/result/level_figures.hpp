#pragma once
// What follows from the counts of a level, computed in one way for all who show or judge it.

#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <optional>

namespace plumbline::load {

/// Returns failures as a part of the answers that came to an end; nothing if none did.
[[nodiscard]] std::optional<double> failed_share(const Counts& counts);
/// Returns successes that met the goodput limits in the same way.
[[nodiscard]] std::optional<double> good_share(const Counts& counts);
/// Returns a count by the seconds of the window, 0 for a window of none.
[[nodiscard]] double per_second(std::uint64_t count, const Level& level);
/// Returns the server's CPU time for an event in ns; nothing if either is not known.
[[nodiscard]] std::optional<double> server_cpu_per_event(const Level& level);

/// Says whether targets are the same load; sums of shards may differ in their last digits.
[[nodiscard]] bool is_same_target(double a, double b);
/// Says whether any level has values of a metric.
[[nodiscard]] bool is_measured(const LoadResult& result, Metric metric);
/// Says whether any level knows what the server computed.
[[nodiscard]] bool is_server_cpu_known(const LoadResult& result);

}  // namespace plumbline::load

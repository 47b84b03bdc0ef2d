#pragma once
// Figures computed from a level, so that reports, gates and comparisons agree.

#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace plumbline::load {

/// Returns failures / (successes + failures); nothing if both are 0. Incomplete requests are not
/// counted.
[[nodiscard]] std::optional<double> failed_share(const LevelCounts& counts);
/// Returns the share of the successes within the goodput limits; all successes if there are no
/// limits. Incomplete requests count if they already exceed a limit.
[[nodiscard]] std::optional<double> good_share(const LevelCounts& counts);
/// Returns the length of a window, in seconds, in which a percentile of a metric probably gets
/// enough values beyond it (Histogram::kMinBeyond). Only the values of requests that were due in
/// the window grow with it; nothing if it has none.
[[nodiscard]] std::optional<double> seconds_for_percentile(const Level& level,
                                                           Metric metric,
                                                           double percent);
/// Returns a count divided by the seconds of the window, 0 for an empty window.
[[nodiscard]] double per_second(std::uint64_t count, const Level& level);
/// Returns the tokens per second that a request in flight receives on average; nothing if none was
/// in flight.
[[nodiscard]] std::optional<double> tokens_per_user(const Level& level);
/// Returns the server's CPU time per event in ns; nothing if either is unknown.
[[nodiscard]] std::optional<double> server_cpu_per_event(const Level& level);

/// Returns whether two targets are equal up to rounding: merged shards add theirs.
[[nodiscard]] bool is_same_target(double a, double b);
/// Returns whether any level has values of a metric.
[[nodiscard]] bool is_measured(const LoadResult& result, Metric metric);
/// Returns whether any level has the CPU time of the server.
[[nodiscard]] bool is_server_cpu_known(const LoadResult& result);

/// All levels with one target, in run order: the repetitions of one load; at least one.
struct LevelGroup {
    double target = 0;
    std::vector<const Level*> runs{};  ///< borrowed from the result
};
/// Returns the groups in the order of their first levels.
[[nodiscard]] std::vector<LevelGroup> groups_of(const LoadResult& result);

}  // namespace plumbline::load

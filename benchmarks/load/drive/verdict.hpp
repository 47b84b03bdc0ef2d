#pragma once
// Whether the measurements of a level are those of the server, and whether the server kept up.

#include "benchmarks/load/result/result.hpp"

namespace plumbline::load {

inline constexpr double kMinGoodShare = 0.95;      ///< share of the responses
inline constexpr double kMinAchievedShare = 0.98;  ///< share of an offered rate

/// Returns the latency of users: the time to the first chunk, for calls to the end.
[[nodiscard]] const Histogram& latency_of(const Metrics& metrics);

/// Sets `client.bound` with its reason, and the verdict of the level. `is_open`: its target is a
/// rate.
///
///     client-bound  the client used up its core, sent too late, or waited for a core: the
///                   measurements are those of the client
///     failing       fewer than 95 % of the responses were good
///     saturated     less than 98 % of an offered rate completed
///     ok
void set_verdict(Level& level, bool is_open);

/// The verdicts of an aborted level.
inline constexpr const char* kInterrupted = "interrupted";
inline constexpr const char* kUnreachable = "unreachable";
[[nodiscard]] bool is_aborted(const Level& level);

}  // namespace plumbline::load

#pragma once
// Whether a level's figures are the server's, and whether it kept up.

#include "benchmarks/load/result/result.hpp"

namespace plumbline::load {

inline constexpr double kLeastGood = 0.95;      ///< of the answers
inline constexpr double kLeastAchieved = 0.98;  ///< of an offered rate

/// Returns how long users wait: to the first chunk, of calls to the end.
[[nodiscard]] const Histogram& latency_of(const Metrics& metrics);

/// Sets `client.bound` with its reason, and the level's verdict. `is_open`: its target is a rate.
///
///     client-bound  the client used its core up, or sent too late, or had no core: its figures are
///                   its own
///     failing       fewer than 95 of 100 answers were good
///     saturated     of an offered rate less than 98 of 100 parts came to an end
///     ok
void judge_level(Level& level, bool is_open);

/// The verdicts of a level that did not go to its end.
inline constexpr const char* kInterrupted = "interrupted";
inline constexpr const char* kUnreachable = "unreachable";
[[nodiscard]] bool is_cut_short(const Level& level);

}  // namespace plumbline::load

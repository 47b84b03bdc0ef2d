#pragma once
// Whether the measurements of a level are those of the server, and whether the server kept up.

#include "benchmarks/load/result/result.hpp"

namespace plumbline::load {

inline constexpr double kMinGoodShare = 0.95;  ///< share of the responses

/// Returns the latency of users: the time to the first chunk, for calls to the end.
[[nodiscard]] const Histogram& latency_of(const Metrics& metrics);

struct VerdictOptions {
    bool is_open = false;   ///< the target is a rate
    bool was_full = false;  ///< no slot was free at times: then the server delays requests
};

/// Sets `client.bound` with its reason, and the verdict of the level.
/// A reason that the level has already, a limit of the client, stays.
///
///     undercounted  less than 95 % of the time in flight is that of counted requests: the
///                   measurements are incomplete
///     client-bound  the client used up its core, its open files or ports, sent too late, or waited
///                   for a core: the measurements are those of the client
///     failing       fewer than 95 % of the responses were good, or no request ended and none is
///                   in progress
///     saturated     less than 98 % of what was due is sustained: succeeds, or is in progress after
///                   the drain, and is not in a growing queue
///     ok
void set_verdict(Level& level, const VerdictOptions& options);

}  // namespace plumbline::load

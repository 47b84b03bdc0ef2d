#pragma once
// Searches for the load at which a server is saturated.

#include "benchmarks/load/drive/recovery.hpp"
#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace plumbline::load {

struct SweepPlan {
    bool is_open = true;     ///< the load is a rate, otherwise a number of streams
    double first_load = 1;   ///< load of the first level
    double max_load = 1e6;   ///< maximum load
    int repetitions = 3;     ///< repetitions of each level
    double precision = 0.1;  ///< relative distance of the levels around the saturation point
};

struct SweepResult {
    std::vector<Level> levels;  ///< levels in the order they were run
    Saturation saturation;
    std::vector<std::string> notes;  ///< overloads that the verdicts of their levels do not show
};

/// Runs a level at the first load, then doubles the load until two levels in a row are overloads,
/// then bisects the interval around the saturation point. A level is an overload if the median of
/// its repetitions
///
///     sustains less than 98 % of the rate that was due, or (closed loop) achieves less than 5 %
///     more than the previous level, or has fewer than 95 % good responses, or has a p99 of the
///     time to the first chunk (of calls: to the end) of more than ten times that of the first
///     level. With too few values in one of both it is the highest percentile that has enough.
///
/// The reason in the result is that of the lowest overload.
///
/// A repetition during which the host was busy is run again, at most once each; the median is that
/// of the others, or of all if the host was always busy. The sweep also ends, with the reason in
/// the result, if the client itself is the limit or a level is aborted. `run` runs one level.
///
/// After a run whose requests did not all end, `probe` is used until the server has recovered; it
/// may be empty. If the server does not recover, the sweep ends.
[[nodiscard]] SweepResult sweep(const SweepPlan& plan,
                                const std::function<Level(double load)>& run,
                                const RecoveryProbe& probe = {});

}  // namespace plumbline::load

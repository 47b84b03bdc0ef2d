#pragma once
// Looks for the load at which a server has enough.

#include "benchmarks/load/result/result.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace plumbline::load {

struct SweepPlan {
    bool is_open = true;     ///< the load is a rate, else a number of streams
    double first = 1;        ///< load to begin with
    double most = 1e6;       ///< load to end with
    int repetitions = 3;     ///< of each level
    double precision = 0.1;  ///< of the knee: how far two levels beside it lie apart, as a part
};

struct SweepOutcome {
    std::vector<Level> levels;  ///< in the order they were run
    Saturation saturation;
};

/// Runs one stream alone, then doubles the load until two levels in a row are more than the server
/// takes, then halves the interval around the knee. A level is too much if of its repetitions the
/// middle one
///
///     achieves less than 98 % of an offered rate, or (closed loop) less than 5 % more than the
///     level before it, or has fewer than 95 % good answers, or has a p99 of the time to the first
///     chunk (of calls: to the end) of more than ten times that of the first level.
///
/// A client that is itself the limit ends it: the reason says so; and so does a level that was cut
/// short. `run` holds one level.
[[nodiscard]] SweepOutcome sweep(const SweepPlan& plan,
                                 const std::function<Level(double load)>& run);

}  // namespace plumbline::load

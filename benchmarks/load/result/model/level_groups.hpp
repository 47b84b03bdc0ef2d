#pragma once
// Groups the levels that have the same target: the repetitions of one load.

#include "benchmarks/load/result/result.hpp"

#include <vector>

namespace plumbline::load {

/// All levels with one target, in run order; at least one.
struct LevelGroup {
    double target = 0;
    std::vector<const Level*> runs{};  ///< borrowed from the result
};

/// Returns the groups in the order of their first levels.
[[nodiscard]] std::vector<LevelGroup> groups_of(const LoadResult& result);

}  // namespace plumbline::load

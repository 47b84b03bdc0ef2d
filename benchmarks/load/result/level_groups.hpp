#pragma once
// Levels of one target are repetitions of each other.

#include "benchmarks/load/result/result.hpp"

#include <vector>

namespace plumbline::load {

/// The repetitions of a level, in the order they were run; at least one.
struct LevelGroup {
    double target = 0;
    std::vector<const Level*> runs{};  ///< of the result, which must outlive this

    /// Says whether no run says anything of the server.
    [[nodiscard]] bool is_bound() const;
};

/// Returns the groups in the order in which their first levels were run.
[[nodiscard]] std::vector<LevelGroup> groups_of(const LoadResult& result);
/// Returns them by their targets, the least first.
[[nodiscard]] std::vector<LevelGroup> sorted_groups_of(const LoadResult& result);
/// Returns at most `most` of them, spread evenly, the first and the last among them.
[[nodiscard]] std::vector<LevelGroup> some_of(const std::vector<LevelGroup>& groups,
                                              std::size_t most);
/// Returns the sum of a metric over the runs of a group that the client did not bound; over all
/// runs if it bound all.
[[nodiscard]] Histogram sum_of(const LevelGroup& group, Metric metric);

}  // namespace plumbline::load

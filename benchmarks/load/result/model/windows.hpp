#pragma once
// Compares when shards measured, by clocks that may differ.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns e.g. `shard 3`, by the number of --shard, otherwise by its place among the results, from
/// 1; `shards 3, 4` of a result that was merged before.
[[nodiscard]] std::string shard_name(const LoadResult& shard, std::size_t index);

/// How the clocks of shards differ.
struct ClockComparison {
    std::vector<Duration> corrections{};  ///< of the shards' clocks minus that of the first one
    Duration error{};  ///< by which a correction may be wrong, 0 if there is none
    std::vector<std::string> notes{};
};

/// Compares the clocks of shards, at least one, by their differences to the server's clock. A
/// difference that does not exceed its error is no correction.
[[nodiscard]] ClockComparison compare_clocks(const std::vector<LoadResult>& shards);

/// Returns notes about the clocks of shards and the windows of their levels: how far apart they
/// are, and which of it is unknown. A difference of two clocks corrects the windows if it exceeds
/// its error; it is that of their differences to the server's clock. All shards have the same
/// number of levels. Errors: kInvalid (windows of a level that have no time in common: the sum of
/// their figures is no load that was ever offered).
[[nodiscard]] Result<std::vector<std::string>> compare_windows(
    const std::vector<LoadResult>& shards);

}  // namespace plumbline::load

#pragma once
// Compares when shards measured, by clocks that may differ.

#include "benchmarks/load/result/result.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns notes about the clocks of shards and the windows of their levels: how far apart they
/// are, and which of it is unknown. A difference of two clocks corrects the windows if it exceeds
/// its error; it is that of their differences to the server's clock. All shards have the same
/// number of levels. Errors: kInvalid (windows of a level that have no time in common: the sum of
/// their figures is no load that was ever offered).
[[nodiscard]] Result<std::vector<std::string>> compare_windows(
    const std::vector<LoadResult>& shards);

}  // namespace plumbline::load

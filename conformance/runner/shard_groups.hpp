#pragma once
// Divides the scenarios of a run among shards.

#include "conformance/runner/run.hpp"
#include "conformance/runner/scenario_groups.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the groups of one shard, in their order. Their scenarios have indexes. Groups whose
/// scenarios share a call (x-ct-shared) are in one shard. The longest are assigned first, each to
/// the shard with the least total so far. What a group takes is the sum of its times; a scenario
/// without one takes as long as others with its number of steps, on average. The same groups and
/// options lead to the same shards on every machine.
[[nodiscard]] std::vector<ScenarioGroup> groups_of_shard(std::vector<ScenarioGroup> groups,
                                                         const ShardOptions& shard);

}  // namespace plumbline::runner

#pragma once
// Joins the results of all shards of a run.

#include "reports/result.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline::results {

/// The result of a shard and the file from which it was read.
struct ShardResult {
    std::string file;
    reports::RunResult result;
};

/// Returns the result of the whole run: that of a run without shards, except for times, ids and
/// what only comparisons of responses in different shards show. `started` is that of the shard that
/// began first, `took_ms` that of the slowest, `seed` that of shard 1; the start of an exchange is
/// relative to that of its shard. Errors: kInvalid (not a shard; shards of different runs; a shard
/// that is missing or given twice), with the files.
[[nodiscard]] Result<reports::RunResult> merge_results(std::vector<ShardResult> shards);

}  // namespace plumbline::results

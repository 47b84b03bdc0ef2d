#pragma once
// A load result as text for a terminal.

#include "benchmarks/load/result/result.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns a table with a line for each level; for an open loop another table that compares the
/// latency from the intended start with that from the actual send time; then failures with
/// examples, client-bound levels, the saturation, notes. Columns without values are omitted; `-` is
/// a percentile with fewer than Histogram::kMinBeyond values beyond it.
[[nodiscard]] std::string render_summary(const LoadResult& result);

/// Returns a few lines that describe the run, its target and its client; used by all renderings.
[[nodiscard]] std::vector<std::string> heading_lines(const LoadResult& result);
/// Returns a sentence about the saturation of the server; "" without a sweep.
[[nodiscard]] std::string saturation_text(const LoadResult& result);
/// Returns e.g. `timeout 60, json 3`; "" without failures.
[[nodiscard]] std::string failures_text(const LevelCounts& counts);

}  // namespace plumbline::load

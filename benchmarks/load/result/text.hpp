#pragma once
// A load result for a terminal.

#include "benchmarks/load/result/result.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns a table with a line for each level; in an open loop another of latency from the intended
/// start beside latency from when requests were sent; then failures with examples, where the client
/// was the bound, where the server had enough, notes. Columns without values are left out; `-` is a
/// percentile with fewer than Histogram::kBeyond values beyond it.
[[nodiscard]] std::string render_summary(const LoadResult& result);

/// Says in a few lines what was run, against what and from where; used by all forms.
[[nodiscard]] std::vector<std::string> heading_lines(const LoadResult& result);
/// Says where the server had enough; "" if that was not looked for.
[[nodiscard]] std::string saturation_text(const LoadResult& result);
/// Returns e.g. `timeout 60, json 3`; "" without failures.
[[nodiscard]] std::string failures_text(const Counts& counts);

}  // namespace plumbline::load

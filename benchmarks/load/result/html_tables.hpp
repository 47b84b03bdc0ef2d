#pragma once
// The tables of the page.

#include "benchmarks/load/result/markup.hpp"
#include "benchmarks/load/result/result.hpp"

#include <string>
#include <utility>
#include <vector>

namespace plumbline::load {

/// A row for each level.
[[nodiscard]] HtmlTable levels_table(const LoadResult& result);
/// A row for each metric that has values, with unit, count and what it is.
[[nodiscard]] HtmlTable metrics_table(const Level& level, const std::string& name);
/// A row for each level with failures or requests still under way, a column for each class that
/// occurred; no rows if nothing failed.
[[nodiscard]] HtmlTable failures_table(const LoadResult& result);
/// What was run, against what, from where: name and value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> run_facts(const LoadResult& result);

}  // namespace plumbline::load

#pragma once
// A load result as one HTML page without network access or further files.

#include "benchmarks/load/result/result.hpp"

#include <string>

namespace plumbline::load {

/// Returns the page: the template in benchmarks/load/result/page with the JSON of the result, which
/// the page's script shows as findings, tables of levels, metrics and failures, plots with their
/// data, and run facts. It follows the light or dark scheme of the reader's system.
[[nodiscard]] std::string render_html(const LoadResult& result);

}  // namespace plumbline::load

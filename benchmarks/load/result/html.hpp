#pragma once
// A load result as one HTML page, which needs no network, no scripts and no files beside it.

#include "benchmarks/load/result/result.hpp"

#include <string>
#include <string_view>

namespace plumbline::load {

/// Returns the page: what was found, a table of the levels, plots with their figures, all metrics,
/// failures, what was run. Light or dark as the reader's system is. It is well-formed XML, too.
[[nodiscard]] std::string render_html(const LoadResult& result);

/// Returns the style sheet, which also holds the colours of the plots.
[[nodiscard]] std::string_view page_style();

}  // namespace plumbline::load

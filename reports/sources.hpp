#pragma once
// Quotes the lines of suites that findings point to.

#include "reports/result.hpp"

#include <functional>

namespace plumbline::reports {

/// Returns the lines from one position to the line `last` of its file; without lines if the file is
/// unknown.
using LinesOfSource = std::function<SourceExcerpt(const SourceRef& first, int last)>;

/// Adds the lines around the findings about the target to `sources` of the result, within a limit.
void add_sources(const LinesOfSource& read, RunResult& result);

}  // namespace plumbline::reports

#pragma once
// Quotes the lines of the built-in suites that findings point to.

#include "reports/result.hpp"

namespace plumbline::app {

/// Adds the lines around the findings about the target to `sources` of the result, within a limit.
/// Only for runs of the built-in suites, which have no secrets; the user has other suites at hand.
void add_suite_lines(reports::RunResult& result);

}  // namespace plumbline::app

#pragma once
// Which positions of a result are in files of the user.

#include "reports/reports.hpp"

namespace plumbline::app {

/// Adds to `files` those files of positions that exist in the user's repository: the nearest folder
/// with `.git` at or above the current one, else the current one. Built-in suites have names like
/// files, but are none.
void add_repository_files(reports::RunResult& result, bool has_built_in_suites);

}  // namespace plumbline::app

#pragma once
// The command that deletes what a run has left.

#include "conformance/app/options.hpp"

#include <string>

namespace plumbline::app {

/// Returns a POSIX shell command that cleans up behind a run: at its target, by its journal. Files
/// are named as the run's options name them, so it works in the folder where the run was started.
[[nodiscard]] std::string cleanup_line(const RunCommand& run, const std::string& journal);

}  // namespace plumbline::app

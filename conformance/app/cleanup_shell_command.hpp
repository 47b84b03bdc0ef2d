#pragma once
// The shell command that deletes the resources that a run has left at the target.

#include "conformance/app/options.hpp"

#include <string>

namespace plumbline::app {

/// Returns a POSIX shell command that cleans up after a run: at its target, by its journal. Files
/// are named as in the run's options, so the command works in the folder where the run was started.
[[nodiscard]] std::string cleanup_shell_command(const RunCommand& run, const std::string& journal);

}  // namespace plumbline::app

#pragma once
// The output of `plumbline cleanup`, and the commands that other output names.

#include "conformance/app/options.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/cleanup/cleanup.hpp"
#include "spec/base/result.hpp"

#include <ostream>
#include <string>

namespace plumbline::app {

/// Prints one line for a resource: what happened to it, and why it remains.
void print_removal(const cleanup::Removal& removal, std::ostream& out);

/// Returns the shell command that removes a journal without its resources.
[[nodiscard]] std::string forget_command(const std::string& path);

/// Returns a POSIX shell command that cleans up after a run: at its target, by its journal. Files
/// are named as in the run's options, so the command works in the folder where the run was started.
[[nodiscard]] std::string cleanup_shell_command(const RunCommand& run, const std::string& journal);

/// Returns the error of a journal that cannot be processed, with what to do about it.
[[nodiscard]] Error with_remedy(Error error, const std::string& path);

}  // namespace plumbline::app

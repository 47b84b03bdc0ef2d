#pragma once
// What each subcommand does. Each returns the program's exit code (design section 3).

#include "conformance/app/options.hpp"

#include <ostream>

namespace plumbline::app {

/// Exit codes of the program.
enum ExitCode : int { kConforms = 0, kDoesNotConform = 1, kBroken = 2, kNothingAnswered = 3 };

int run_command(const RunCommand& command, std::ostream& out, std::ostream& err);
int lint_command(const LintCommand& command, std::ostream& out, std::ostream& err);
int list_command(const ListCommand& command, std::ostream& out, std::ostream& err);
int generate_command(const GenerateCommand& command, std::ostream& out, std::ostream& err);
int cleanup_command(const CleanupCommand& command, std::ostream& out, std::ostream& err);

}  // namespace plumbline::app

#pragma once
// Prints errors and other texts that a target may have written.

#include "conformance/app/commands.hpp"
#include "conformance/workflow/read_suites.hpp"
#include "spec/base/result.hpp"

#include <ostream>
#include <string>

namespace plumbline::app {

/// Returns text that may come from a target, in a form that is safe for a terminal.
[[nodiscard]] std::string printable(const std::string& text);

/// Prints a message that begins with `plumbline: ` in lines of at most 80 columns.
void print_message(const std::string& message, std::ostream& err);
/// Prints an error with its notes, in lines of at most 80 columns.
void print_error(const Error& error, std::ostream& err);
/// Prints an error that prevents a command, and returns the exit code kInvalidSetup.
int report_setup_error(const Error& error, std::ostream& err);

/// The same; if the target cannot be reached, returns kUnreachable.
int report_error(const Error& error, std::ostream& err);

/// Prints the warnings and errors of suites.
void print_diagnosis(const workflow::Diagnostics& diagnosis, std::ostream& err);

}  // namespace plumbline::app

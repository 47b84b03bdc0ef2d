#pragma once
// Prints errors and other texts that a target may have written.

#include "spec/base/result.hpp"

#include <ostream>
#include <string>

namespace plumbline::app {

/// Returns text that may come from a target, in a form that is safe for a terminal.
[[nodiscard]] std::string printable(const std::string& text);

/// Prints an error with its notes.
void print_error(Error error, std::ostream& err);

}  // namespace plumbline::app

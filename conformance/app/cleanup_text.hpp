#pragma once
// The output of `plumbline cleanup`.

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

/// Returns the error of a journal that cannot be processed, with what to do about it.
[[nodiscard]] Error with_remedy(Error error, const std::string& path);

}  // namespace plumbline::app

#pragma once
// Removes journals without deleting their resources.

#include "conformance/app/options.hpp"

#include <ostream>

namespace plumbline::app {

/// Prints what the named journals list and removes them. Journals of running runs and files that
/// are not journals stay. Returns the exit code.
int forget_journals(const CleanupCommand& command, std::ostream& out, std::ostream& err);

}  // namespace plumbline::app

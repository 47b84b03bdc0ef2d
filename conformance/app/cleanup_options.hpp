#pragma once
// The options of `plumbline cleanup` about its journals.

#include "conformance/app/options.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline::app {

/// Adds --wait, --wait-deadline and --forget.
void add_cleanup_options(CLI::App& command, CleanupCommand& cleanup);

}  // namespace plumbline::app

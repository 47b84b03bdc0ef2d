#pragma once
// Ctrl-C and SIGTERM: the first one ends the run in good order, the second one at once.

#include <atomic>

namespace plumbline::host {

/// Begins to watch for SIGINT and SIGTERM and returns the flag that the first of them sets.
const std::atomic<bool>& watch_interrupts();

}  // namespace plumbline::host

#pragma once
// Ctrl-C, SIGTERM and SIGHUP: the first one ends the run properly.

#include <atomic>

namespace plumbline::host {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP (the terminal was closed) and returns the flag
/// that the first signal sets. The second SIGINT or the second SIGTERM ends the process
/// immediately; SIGHUP may come twice for one cause and never does. If SIGHUP is ignored (a program
/// started with nohup), it stays ignored.
const std::atomic<bool>& watch_interrupts();

/// While it lives, the first signal that watch_interrupts watches ends the process at once, with a
/// message on standard error and exit code 130. For the time in which nothing is created that must
/// be deleted, and nothing is known that a report could say. At most one may live.
class ExitAtInterrupt {
  public:
    ExitAtInterrupt();
    ~ExitAtInterrupt();
    ExitAtInterrupt(const ExitAtInterrupt&) = delete;
    ExitAtInterrupt& operator=(const ExitAtInterrupt&) = delete;
};

}  // namespace plumbline::host

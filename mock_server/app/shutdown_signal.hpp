#pragma once
// Waits for a shutdown: a signal, or the end of standard input.

#include "spec/base/result.hpp"

namespace plumbline::mock {

/// Blocks SIGTERM and SIGINT in this thread and all threads it starts, and ignores SIGPIPE; to be
/// created before any thread is started.
class ShutdownSignal {
  public:
    /// Errors: kIo.
    [[nodiscard]] static Result<ShutdownSignal> create();
    ~ShutdownSignal();
    ShutdownSignal(ShutdownSignal&& other) noexcept;
    ShutdownSignal& operator=(ShutdownSignal&&) = delete;

    /// Returns when SIGTERM or SIGINT arrives, or (if `watches_stdin`) standard input ends.
    void wait(bool watches_stdin);

  private:
    explicit ShutdownSignal(int fd) : fd_(fd) {}
    int fd_;
};

}  // namespace plumbline::mock

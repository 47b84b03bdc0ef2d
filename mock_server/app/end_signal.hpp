#pragma once
// Waiting for the end: a signal, or the end of standard input.

#include "spec/base/result.hpp"

namespace plumbline::mock {

/// Blocks SIGTERM and SIGINT in this thread and all it starts, and ignores SIGPIPE; make it before
/// any thread is started.
class EndSignal {
  public:
    /// Errors: kIo.
    [[nodiscard]] static Result<EndSignal> make();
    ~EndSignal();
    EndSignal(EndSignal&& other) noexcept;
    EndSignal& operator=(EndSignal&&) = delete;

    /// Returns once SIGTERM or SIGINT has come, or (if `watches_stdin`) standard input has ended.
    void wait(bool watches_stdin);

  private:
    explicit EndSignal(int fd) : fd_(fd) {}
    int fd_;
};

}  // namespace plumbline::mock

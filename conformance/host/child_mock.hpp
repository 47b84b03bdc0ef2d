#pragma once
// Starts a plumbline-mock as a child process, which ends with this process.

#include "spec/base/result.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::host {

/// A running mock; the destructor ends it. It also ends if this program is killed, because its
/// standard input closes. Not thread-safe: nothing guards its state.
class ChildMock {
  public:
    /// Starts `program` on a free port and waits until it listens, at most for `timeout`. Errors:
    /// kNotFound (no such program), kIo (it ended before it listened), kTimeout.
    [[nodiscard]] static Result<std::unique_ptr<ChildMock>> start(
        const std::string& program,
        const std::vector<std::string>& arguments,
        std::chrono::milliseconds timeout = std::chrono::milliseconds(10'000));
    ~ChildMock();
    ChildMock(const ChildMock&) = delete;
    ChildMock& operator=(const ChildMock&) = delete;

    /// Returns `http://127.0.0.1:PORT`.
    [[nodiscard]] const std::string& url() const { return url_; }
    /// Returns its process id.
    [[nodiscard]] int process_id() const { return pid_; }
    /// Errors: kIo (the process has ended; the message states how).
    [[nodiscard]] Result<void> check_running() const;

  private:
    ChildMock() = default;
    int pid_ = -1;
    int input_ = -1;   ///< our end of its standard input
    int output_ = -1;  ///< our end of its standard output
    std::string url_;
};

/// Returns the path of a program in the folder of the running one.
[[nodiscard]] std::string sibling_program(const std::string& name);

}  // namespace plumbline::host

#pragma once
// A plumbline-mock of our own, started as a child process and ended with us.

#include "spec/base/result.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::host {

/// A running mock; the destructor ends it. It ends by itself should this program be killed: its
/// standard input closes. Thread: one.
class ChildMock {
  public:
    /// Starts `program` on a free port and waits until it listens. Errors: kNotFound (no such
    /// program), kIo (it ended before it listened), kTimeout.
    [[nodiscard]] static Result<std::unique_ptr<ChildMock>> start(
        const std::string& program,
        const std::vector<std::string>& arguments,
        std::chrono::milliseconds patience = std::chrono::milliseconds(10'000));
    ~ChildMock();
    ChildMock(const ChildMock&) = delete;
    ChildMock& operator=(const ChildMock&) = delete;

    /// Returns `http://127.0.0.1:PORT`.
    [[nodiscard]] const std::string& url() const { return url_; }
    /// Returns the number of its process.
    [[nodiscard]] int process() const { return pid_; }
    /// Errors: kIo (it has ended by itself; says how).
    [[nodiscard]] Result<void> check() const;

  private:
    ChildMock() = default;
    int pid_ = -1;
    int input_ = -1;   ///< our end of its standard input
    int output_ = -1;  ///< our end of its standard output
    std::string url_;
};

/// Returns the path of a program that lies beside the running one.
[[nodiscard]] std::string sibling_program(const std::string& name);

}  // namespace plumbline::host

#pragma once
// Programs started, watched and ended by a benchmark.

#include "spec/base/result.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace plumbline::benchmarks {

/// How a program ended.
struct Ending {
    int code;       ///< exit code
    double cpu_ms;  ///< what it computed, all its threads, from its start on
};

/// A running program; ended when this goes. Thread: one.
class Process {
  public:
    /// Starts a program: its output goes into a pipe, the rest to nowhere. Errors: kNotFound, kIo.
    [[nodiscard]] static Result<Process> start(const std::string& program,
                                               std::vector<std::string> arguments);

    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process();

    /// Returns the next line of its output. Errors: kTimeout, kIo (it ended).
    [[nodiscard]] Result<std::string> line(std::chrono::milliseconds patience);

    /// Waits for its end. Errors: kTimeout, kIo (ended by a signal).
    [[nodiscard]] Result<Ending> wait(std::chrono::milliseconds patience);

    /// Returns the CPU time it has used so far, all its threads, in ms. Errors: kIo.
    [[nodiscard]] Result<double> cpu_ms() const;

    /// Returns the memory it holds now (resident), in MB of 10^6 bytes. Errors: kIo.
    [[nodiscard]] Result<double> resident_megabytes() const;

  private:
    Process(int pid, int output) : pid_(pid), output_(output) {}

    int pid_;     ///< -1: ended, and its exit code taken
    int output_;  ///< reading end of its output
};

}  // namespace plumbline::benchmarks

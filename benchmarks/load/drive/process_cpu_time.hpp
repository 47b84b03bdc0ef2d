#pragma once
// The CPU time of a process.

#include "spec/base/clock.hpp"

#include <optional>
#include <string>

namespace plumbline::load {

/// Sums over all live threads.
struct ProcessCpuTime {
    Duration used{};
    Duration waited{};  ///< runnable, but without a core
};

/// Returns the CPU time of a process, "self" or a process id; nothing if there is no such process
/// or the system does not report it.
[[nodiscard]] std::optional<ProcessCpuTime> process_cpu_time(const std::string& process);

}  // namespace plumbline::load

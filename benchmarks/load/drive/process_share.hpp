#pragma once
// What a process has got of the cores.

#include "spec/base/clock.hpp"

#include <optional>
#include <string>

namespace plumbline::load {

/// Sums over all threads that are alive.
struct ProcessShare {
    Duration computed{};
    Duration waited{};  ///< could run and had no core
};

/// Reads the share of a process, "self" or its number; nothing if there is no such process, or the
/// system does not tell.
[[nodiscard]] std::optional<ProcessShare> share_of(const std::string& process);

}  // namespace plumbline::load

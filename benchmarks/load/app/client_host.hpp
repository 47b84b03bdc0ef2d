#pragma once
// The machine that generates the load, as recorded in results.

#include "benchmarks/load/result/result.hpp"

namespace plumbline::load {

/// Returns what the system reports; unknown values stay empty.
[[nodiscard]] ClientHost detect_client_host();

}  // namespace plumbline::load

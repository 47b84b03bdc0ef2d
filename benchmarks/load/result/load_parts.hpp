#pragma once
// What two results must have in common to be of the same load.

#include "benchmarks/load/result/result.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns workload and load shape as JSON; without the seed, in which repetitions may differ.
[[nodiscard]] Json load_parts(const LoadResult& result);

/// Says in what two results are not of the same load, e.g. `load/window_s: 10 and 20`; empty if
/// they are.
[[nodiscard]] std::vector<std::string> load_differences(const LoadResult& a, const LoadResult& b);

}  // namespace plumbline::load

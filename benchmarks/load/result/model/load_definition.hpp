#pragma once
// What two results must have in common to be results of the same load.

#include "benchmarks/load/result/result.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

/// Returns workload and load shape as JSON, without the seed, which may differ between repetitions.
[[nodiscard]] Json load_definition(const LoadResult& result);

/// Returns the differences between the loads of two results, e.g. `load/window_s: 10 and 20`; empty
/// if they are the same.
[[nodiscard]] std::vector<std::string> load_differences(const LoadResult& a, const LoadResult& b);

}  // namespace plumbline::load

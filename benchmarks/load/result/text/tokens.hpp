#pragma once
// The tokens of a load as text.

#include "benchmarks/load/result/result.hpp"

#include <string>

namespace plumbline::load {

/// Returns a line for each level with tokens: per second, in all and for each request in flight; ""
/// if there are none.
[[nodiscard]] std::string tokens_section(const LoadResult& result);

}  // namespace plumbline::load

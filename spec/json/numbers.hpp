#pragma once
// Numbers by their exact value. The library itself casts in comparisons, so that -1 equals 2^64-1.

#include "spec/json/json_fwd.hpp"

#include <compare>

namespace plumbline {

/// Compares two numbers exactly by value: 2^53 is less than 2^53 + 1, and 1 equals 1.0. NaN, which
/// no JSON text has, is unordered.
[[nodiscard]] std::partial_ordering compare_numbers(const Json& a, const Json& b);

/// Returns whether a number has no fraction: true for 512, 512.0 and 1e300.
[[nodiscard]] bool is_integral(const Json& number);

}  // namespace plumbline

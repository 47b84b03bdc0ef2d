#pragma once
// Comparison of JSON values and division of numbers without rounding.

#include "spec/json/json_fwd.hpp"

#include <compare>
#include <cstdint>

namespace plumbline {

/// Compares two numbers exactly by value: 2^53 is less than 2^53 + 1, and 1 equals 1.0.
[[nodiscard]] std::strong_ordering compare_numbers(const Json& a, const Json& b);

/// Compares any two values. They compare equal exactly if JSON Schema defines them as equal. The
/// recursion is as deep as the shallower value.
[[nodiscard]] std::strong_ordering compare_values(const Json& a, const Json& b);

/// Returns whether a number has no fraction: true for 512, 512.0 and 1e300.
[[nodiscard]] bool is_integral(const Json& number);

/// The magnitude of a number in its shortest decimal notation: mantissa × 10^exponent. The mantissa
/// has no trailing zero, unless it is 0.
struct Decimal {
    std::uint64_t mantissa = 0;
    int exponent = 0;

    bool operator==(const Decimal&) const = default;
};

/// Returns the magnitude of a finite number.
[[nodiscard]] Decimal decimal_of(const Json& number);

/// Returns whether `value` is a multiple of `divisor` (not 0) in decimal arithmetic: 0.3 is a
/// multiple of 0.1.
[[nodiscard]] bool is_multiple(const Decimal& value, const Decimal& divisor);

}  // namespace plumbline

#pragma once
// Comparing JSON values and dividing numbers without rounding.

#include "spec/json/json_fwd.hpp"

#include <compare>
#include <cstdint>

namespace plumbline {

/// Orders two numbers by value, exactly: 2^53 is less than 2^53 + 1, and 1 equals 1.0.
[[nodiscard]] std::strong_ordering compare_numbers(const Json& a, const Json& b);

/// Orders any two values. They are equal exactly when JSON Schema calls them equal. The recursion
/// is as deep as the shallower of the two.
[[nodiscard]] std::strong_ordering compare_values(const Json& a, const Json& b);

/// Says whether a number has no fraction: 512, 512.0 and 1e300 have none.
[[nodiscard]] bool is_integral(const Json& number);

/// A number's magnitude as its shortest decimal text reads: mantissa × 10^exponent. The mantissa
/// has no trailing zero, unless it is 0.
struct Decimal {
    std::uint64_t mantissa = 0;
    int exponent = 0;

    bool operator==(const Decimal&) const = default;
};

/// Returns the magnitude of a finite number.
[[nodiscard]] Decimal decimal_of(const Json& number);

/// Says whether `value` is a multiple of `divisor` (not 0) in decimal arithmetic: 0.3 is one of
/// 0.1.
[[nodiscard]] bool is_multiple(const Decimal& value, const Decimal& divisor);

}  // namespace plumbline

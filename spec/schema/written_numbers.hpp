#pragma once
// The numbers of a JSON text that are rounded when they are read, as the text has them.

#include "spec/json/json_fwd.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace plumbline {

/// A number of any length: digits × 10^exponent.
struct WrittenDecimal {
    bool is_negative = false;
    std::string digits;  ///< without leading and trailing zeros; "" is zero
    std::int64_t exponent = 0;

    bool operator==(const WrittenDecimal&) const = default;
    [[nodiscard]] bool is_integral() const { return exponent >= 0; }
};

/// Reads a JSON number.
[[nodiscard]] WrittenDecimal written_decimal(std::string_view number);
/// Returns a number in its shortest notation.
[[nodiscard]] WrittenDecimal shortest_decimal(const Json& number);
[[nodiscard]] std::strong_ordering compare_decimals(const WrittenDecimal& a,
                                                    const WrittenDecimal& b);

/// Finds the rounded numbers of one value. Reads the text only when it is first asked for a double.
/// Not thread-safe.
class WrittenNumbers {
  public:
    /// Both are borrowed; `text` is JSON, and `value` was read from it.
    WrittenNumbers(std::string_view text, const Json& value) : text_(text), root_(value) {}

    /// Returns what the text has for a number in the value; null if the number is exactly that.
    [[nodiscard]] const WrittenDecimal* find(const Json& number);
    /// Returns whether a value in the value is a rounded number or contains one.
    [[nodiscard]] bool has_rounded(const Json& part);

  private:
    std::string_view text_;
    const Json& root_;
    bool is_read_ = false;
    std::map<const Json*, WrittenDecimal> rounded_;
};

/// Compares any two values, rounded numbers as they are written in the text of `numbers`, which may
/// be null. They compare equal exactly if JSON Schema defines them as equal. The recursion is as
/// deep as the shallower value.
[[nodiscard]] std::strong_ordering compare_written(const Json& a,
                                                   const Json& b,
                                                   WrittenNumbers* numbers);

/// Returns whether `value` is a multiple of `divisor` in decimal arithmetic: 0.3 is a multiple of
/// 0.1. `divisor` is the shortest notation of a positive number: its digits fit in 64 bits.
[[nodiscard]] bool is_multiple(const WrittenDecimal& value, const WrittenDecimal& divisor);

/// Returns whether a value of a document is or contains a double that may be a longer
/// number: of a document only the doubles are known.
[[nodiscard]] bool may_be_rounded(const Json& value);

}  // namespace plumbline

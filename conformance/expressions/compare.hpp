#pragma once
// Loose comparison of JSON values, as simple conditions define it.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string_view>

namespace plumbline::expressions {

enum class RelationalOperator { kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

/// Returns whether the comparison is true. Strings are compared without regard to ASCII case. A
/// numeric string and a number are compared as numbers, and so are two numeric strings under < <= >
/// >=. Null equals only null. Arrays and objects are compared by value. Any other pair of types is
/// unequal and unordered. `!=` is the negation of `==`. Source: Arazzo 1.1, "Simple Conditions".
[[nodiscard]] bool compare(const Json& left, RelationalOperator comparison, const Json& right);

/// Returns whether a value is true when it is used as a condition: all but false, null, 0 and "".
[[nodiscard]] bool is_truthy(const Json& value);

/// Returns the number that a text in JSON's number grammar represents, as a JSON number.
[[nodiscard]] std::optional<Json> parse_number(std::string_view text);

}  // namespace plumbline::expressions

#pragma once
// Loose comparison of JSON values as simple conditions define it.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string_view>

namespace plumbline::expressions {

enum class Comparison { kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

/// Says whether the comparison holds. Strings compare without regard to ASCII case; a numeric
/// string against a number compares as number, as do two numeric strings under < <= > >=; null
/// equals only null; arrays and objects compare by value; any other pair of types is unequal and
/// unordered.
/// `!=` is the negation of `==`. Source: Arazzo 1.1, "Simple Conditions".
[[nodiscard]] bool compare(const Json& left, Comparison comparison, const Json& right);

/// Says whether a value alone counts as true: all but false, null, 0 and "".
[[nodiscard]] bool is_truthy(const Json& value);

/// Returns the number a text of JSON's number grammar stands for, as a JSON number.
[[nodiscard]] std::optional<Json> number_from(std::string_view text);

}  // namespace plumbline::expressions

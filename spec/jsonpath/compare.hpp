#pragma once
// Comparing values as filters do. Source: RFC 9535, section 2.3.5.2.2.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/meter.hpp"

namespace plumbline::jsonpath {

enum class Operator { kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

/// Compares two values; null is Nothing, which equals itself alone. Numbers compare by value,
/// without rounding: 1 equals 1.0, 2^53 does not equal 2^53+1. Texts compare by code points.
/// Meaningless once the meter has stopped.
[[nodiscard]] bool compare(const Json* left, Operator op, const Json* right, Meter& meter);

}  // namespace plumbline::jsonpath

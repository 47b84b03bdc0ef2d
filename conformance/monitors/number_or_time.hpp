#pragma once
// Numbers and times as comparable values.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>

namespace plumbline::monitors {

struct NumberOrTime {
    double number = 0;
    std::string time{};  ///< a time as RFC 3339 text; empty if it is a number
};

/// Returns the number or time in a value (null if there is none); none if it is neither.
[[nodiscard]] std::optional<NumberOrTime> number_or_time(const Json* value);
/// Returns whether `a` is less. Two times are compared up to the precision of the less precise one.
/// A number and a time are never less than each other.
[[nodiscard]] bool is_less(const NumberOrTime& a, const NumberOrTime& b);
[[nodiscard]] std::string text_of(const NumberOrTime& quantity);

}  // namespace plumbline::monitors

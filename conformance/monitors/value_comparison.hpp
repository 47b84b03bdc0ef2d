#pragma once
// Comparison of two values of a resource, and of numbers and times.

#include "conformance/monitors/history_rules.hpp"
#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>

namespace plumbline::monitors {

/// Returns whether `now` equals `before`. These differences are ignored: a null in `before` that
/// has a value now, an empty list that is null now, the order of objects in a list, the notation of
/// numbers, and the notation of texts in the formats that `field` names (date-time, uuid).
[[nodiscard]] bool shows_same(const Json& before, const Json& now, const RecordField& field = {});

/// Returns whether `now` shows part of `before`: the value itself, or one of its members. An empty
/// value has no parts.
[[nodiscard]] bool shows_part_of(const Json& before,
                                 const Json& now,
                                 const RecordField& field = {});

/// A number or a time, as a comparable value.
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

#pragma once
// Comparison of two values of a resource.

#include "conformance/monitors/history_rules.hpp"
#include "spec/json/json_fwd.hpp"

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

}  // namespace plumbline::monitors

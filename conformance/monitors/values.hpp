#pragma once
// Whether two values of a record show the same.

#include "conformance/monitors/statements.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::monitors {

/// Says whether `now` shows what `before` did. Null in `before` may have got a value since, an
/// empty list may have become null; the order of objects in a list, how a number is written, and
/// how a text of the formats that `field` states (date-time, uuid), do not count.
[[nodiscard]] bool shows_still(const Json& before, const Json& now, const Form& field = {});

/// Says whether `now` shows something of `before`: the value, or a member of it. What is empty
/// shows nothing.
[[nodiscard]] bool shows_some(const Json& before, const Json& now, const Form& field = {});

}  // namespace plumbline::monitors

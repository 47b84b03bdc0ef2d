#pragma once
// JSON to text; never throws, whatever the value holds.

#include "spec/json/json_fwd.hpp"
#include "spec/json/name.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline {

/// Returns compact JSON text; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_text(const Json& value);
/// A member of an object that lives somewhere else.
struct MemberRef {
    const Name* name;
    const Json* value;
};
/// Returns the compact JSON text of the object that has these members, in this order.
[[nodiscard]] std::string object_text(const std::vector<MemberRef>& members);
/// Returns JSON text indented by two spaces.
[[nodiscard]] std::string to_pretty_text(const Json& value);
/// Returns compact JSON text for a message, cut after `max_bytes` at a character edge with `...`.
[[nodiscard]] std::string to_short_text(const Json& value, std::size_t max_bytes = 200);
/// Returns the value's JSON type as messages name it: null, boolean, integer, number, string, ...
[[nodiscard]] std::string type_name(const Json& value);

}  // namespace plumbline

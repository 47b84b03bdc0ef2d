#pragma once
// JSON to text. Never throws, whatever the value.

#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline {

/// Returns compact JSON text; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_text(const Json& value);
/// Returns a value as text for URLs, headers and messages: strings without quotes, other values as
/// compact JSON text.
[[nodiscard]] std::string plain_text(const Json& value);
/// Appends a string as JSON text to `json`, as to_text does.
void append_string(std::string_view text, std::string& json);
/// Returns JSON text indented by two spaces.
[[nodiscard]] std::string to_pretty_text(const Json& value);
/// Returns compact JSON text for a message, cut after `max_bytes` between characters with `...`.
[[nodiscard]] std::string to_short_text(const Json& value, std::size_t max_bytes = 200);
/// Returns the value's JSON type for messages: null, boolean, integer, number, string, ...
[[nodiscard]] std::string type_name(const Json& value);

}  // namespace plumbline

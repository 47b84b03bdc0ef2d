#pragma once
// Access to members of a JSON object that no schema has checked yet.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns the member, or null if `object` is not an object or lacks it.
[[nodiscard]] const Json* member(const Json& object, std::string_view key);

/// Return a required member. Errors: kInvalid, naming the key and the expected and found type.
[[nodiscard]] Result<std::string> string_member(const Json& object, std::string_view key);
[[nodiscard]] Result<std::int64_t> integer_member(const Json& object, std::string_view key);
[[nodiscard]] Result<bool> bool_member(const Json& object, std::string_view key);
[[nodiscard]] Result<std::vector<std::string>> strings_member(const Json& object,
                                                              std::string_view key);

/// Return the member if it exists and has the type, else `fallback`.
[[nodiscard]] std::string string_or(const Json& object,
                                    std::string_view key,
                                    std::string_view fallback);
[[nodiscard]] std::int64_t integer_or(const Json& object,
                                      std::string_view key,
                                      std::int64_t fallback);
[[nodiscard]] bool bool_or(const Json& object, std::string_view key, bool fallback);
[[nodiscard]] std::vector<std::string> strings_or_empty(const Json& object, std::string_view key);

/// Returns the number if it is an integer that fits, else nothing. As in JSON Schema, 1.0 is an
/// integer, as long as a double represents it exactly.
[[nodiscard]] std::optional<std::int64_t> as_integer(const Json& value);
/// Returns the text of a string value, else nothing.
[[nodiscard]] std::optional<std::string> as_string(const Json& value);

}  // namespace plumbline

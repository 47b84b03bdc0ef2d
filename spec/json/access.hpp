#pragma once
// Reading members of a JSON object whose shape nobody has checked yet.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/name.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns the member, or null if `object` is no object or lacks it.
[[nodiscard]] const Json* member(const Json& object, std::string_view key);
/// The same, faster: for a key that is asked for again and again.
[[nodiscard]] const Json* member(const Json& object, const Name& key);

/// The required members below fail with kInvalid, naming key, expected and found type.
[[nodiscard]] Result<std::string> string_member(const Json& object, std::string_view key);
[[nodiscard]] Result<std::int64_t> integer_member(const Json& object, std::string_view key);
[[nodiscard]] Result<bool> bool_member(const Json& object, std::string_view key);
[[nodiscard]] Result<std::vector<std::string>> strings_member(const Json& object,
                                                              std::string_view key);

/// The value if the member is there and of the type, else `fallback`.
[[nodiscard]] std::string string_or(const Json& object,
                                    std::string_view key,
                                    std::string_view fallback);
[[nodiscard]] std::int64_t integer_or(const Json& object,
                                      std::string_view key,
                                      std::int64_t fallback);
[[nodiscard]] bool bool_or(const Json& object, std::string_view key, bool fallback);
[[nodiscard]] std::vector<std::string> strings_or_empty(const Json& object, std::string_view key);

/// Returns the number if it is whole and fits: 1.0 is an integer too, as in JSON Schema, as long as
/// a double holds it exactly. Else nothing.
[[nodiscard]] std::optional<std::int64_t> as_integer(const Json& value);
/// Returns the text of a string value, else nothing.
[[nodiscard]] std::optional<std::string> as_string(const Json& value);

}  // namespace plumbline

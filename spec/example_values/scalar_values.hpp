#pragma once
// Example values of the scalar types.

#include "spec/example_values/schema_parts.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace plumbline {

/// Returns a string that fits the keywords of the schemas, nothing if none is known. Strings of
/// different `index` differ if the schemas allow it.
[[nodiscard]] std::optional<std::string> example_string(const SchemaParts& parts,
                                                        std::size_t index);

/// Returns a number that fits the keywords of the schemas, nothing if none is known; an integer if
/// `is_integer`.
[[nodiscard]] std::optional<Json> example_number(const SchemaParts& parts,
                                                 std::size_t index,
                                                 bool is_integer);

}  // namespace plumbline

#pragma once
// Which members of an OpenAPI document hold data or names of its author, not parts of it.

#include "spec/json/json_fwd.hpp"

#include <string_view>

namespace plumbline {

/// Returns whether a member holds data, in which `$ref` and the like mean nothing: an example, a
/// default, an extension. `examples` of a schema is an array of values, that of OpenAPI is a map of
/// objects.
[[nodiscard]] bool holds_data(std::string_view name, const Json& value);
/// Returns whether the author names the members of this member's object: `properties`, `schemas`.
[[nodiscard]] bool has_free_names(std::string_view name);

}  // namespace plumbline

#pragma once
// The whole query of a request from one value.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// Returns the query, without `?`: of an object its members as fields of a form, of a text the text
/// itself, with what no URL may hold percent-encoded; a `?` that it begins with is dropped.
/// Errors: kInvalid for any other value. Source: OpenAPI 3.2, "Parameter Locations".
[[nodiscard]] Result<std::string> query_string(const Json& value);

/// Returns what `$request.query.NAME` sees of such a value: the members of an object, of a text the
/// decoded values by name, the first of each.
[[nodiscard]] Json seen_in_query(const Json& value);

}  // namespace plumbline::runner

#pragma once
// The whole query of a request from one value.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// Returns the query, without `?`: the members of an object as form fields; a text unchanged, with
/// the characters that no URL may contain percent-encoded; a leading `?` is dropped. Errors:
/// kInvalid for any other value. Source: OpenAPI 3.2, "Parameter Locations".
[[nodiscard]] Result<std::string> query_string(const Json& value);

/// Returns what `$request.query.NAME` reads of such a value: the members of an object; for a text,
/// the decoded values by name, the first of each.
[[nodiscard]] Json query_values(const Json& value);

}  // namespace plumbline::runner

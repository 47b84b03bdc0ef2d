#pragma once
// Converts values to form fields and to whole queries.

#include "spec/base/result.hpp"
#include "spec/http/multipart.hpp"
#include "spec/http/url.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns the fields of an object, sorted by name: texts unchanged, other scalars and objects as
/// JSON text, a list as one field for each item; null is omitted, as a member and as an item.
/// Source: OpenAPI 3.1, "Encoding Object" (`style: form`, `explode: true`).
[[nodiscard]] http::UrlQuery form_fields(const Json& object);

/// The same as multipart parts: objects, and lists within lists, have the type application/json,
/// scalars have no type. Source: OpenAPI 3.1, "Special Considerations for multipart Content".
[[nodiscard]] std::vector<http::FormPart> form_parts(const Json& object);

/// Returns the query, without `?`: the members of an object as form fields; a text unchanged, with
/// the characters that no URL may contain percent-encoded; a leading `?` is dropped. Errors:
/// kInvalid for any other value. Source: OpenAPI 3.2, "Parameter Locations".
[[nodiscard]] Result<std::string> query_string(const Json& value);

/// Returns what `$request.query.NAME` reads of such a value: the members of an object; for a text,
/// the decoded values by name, the first of each.
[[nodiscard]] Json query_values(const Json& value);

}  // namespace plumbline::runner

#pragma once
// Converts the members of an object to form fields, for bodies and whole queries.

#include "spec/http/multipart.hpp"
#include "spec/http/url.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the fields of an object, sorted by name: texts unchanged, other scalars and objects as
/// JSON text, a list as one field for each item; null is omitted, as a member and as an item.
/// Source: OpenAPI 3.1, "Encoding Object" (`style: form`, `explode: true`).
[[nodiscard]] http::UrlQuery form_fields(const Json& object);

/// The same as multipart parts: objects, and lists within lists, have the type application/json,
/// scalars have no type. Source: OpenAPI 3.1, "Special Considerations for multipart Content".
[[nodiscard]] std::vector<http::FormPart> form_parts(const Json& object);

}  // namespace plumbline::runner

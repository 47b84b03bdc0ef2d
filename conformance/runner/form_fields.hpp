#pragma once
// The members of an object as fields of a form, for bodies and whole queries.

#include "spec/http/multipart.hpp"
#include "spec/http/url.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the fields of an object, sorted by name: texts as they are, other scalars and objects as
/// JSON text, a list as one field for each of its items; null is left out, as a member and as an
/// item. Source: OpenAPI 3.1, "Encoding Object" (`style: form`, `explode: true`).
[[nodiscard]] http::Query form_fields(const Json& object);

/// The same as parts: objects, and lists within lists, are of type application/json, scalars say
/// no type. Source: OpenAPI 3.1, "Special Considerations for multipart Content".
[[nodiscard]] std::vector<http::FormPart> form_parts(const Json& object);

}  // namespace plumbline::runner

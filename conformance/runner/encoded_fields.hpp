#pragma once
// Forms of which an OpenAPI document says how single fields are written.

#include "conformance/workflow/field_encoding.hpp"
#include "spec/http/multipart.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns an object as `application/x-www-form-urlencoded`: a field with a style as a query has
/// it, one of a JSON type whole as JSON text, all others as form_fields has them; null is left out.
/// Source: OpenAPI 3.1, "Encoding Object".
[[nodiscard]] std::string encoded_form(const Json& object,
                                       const workflow::FieldEncodings& encodings);

/// The same as parts: what a style makes of a field are plain parts; a content type is that of the
/// part, of a list that of the part of each item. Each part of a field carries the field's headers.
[[nodiscard]] std::vector<http::FormPart> encoded_parts(const Json& object,
                                                        const workflow::FieldEncodings& encodings);

}  // namespace plumbline::runner

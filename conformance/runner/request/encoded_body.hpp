#pragma once
// Encodes a payload as the bytes of a request body, forms with an OpenAPI encoding for single
// fields included.

#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/http/multipart.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// A body as it is sent, and its Content-Type.
struct EncodedBody {
    std::string content_type;
    std::string bytes;
};

/// Encodes a payload for the step's content type: a payload written as text, and any text of a type
/// other than JSON, unchanged; an object as a form, as multipart or as JSON; everything else as
/// JSON. Errors: kInvalid, with the body's position, for what cannot be encoded so.
[[nodiscard]] Result<EncodedBody> encode_body(const workflow::StepBody& body,
                                              const Operation& operation,
                                              const Json& payload);

/// Returns an object as `application/x-www-form-urlencoded`: a field with a style as in a query, a
/// field with a JSON type as one JSON text, all others as form_fields does; null is omitted.
/// Source: OpenAPI 3.1, "Encoding Object".
[[nodiscard]] std::string encoded_form(const Json& object,
                                       const workflow::FieldEncodings& encodings);

/// The same as multipart parts: a field with a style becomes plain parts; a content type becomes
/// the type of the part, for a list that of the part of each item. Each part of a field has the
/// field's headers.
[[nodiscard]] std::vector<http::FormPart> encoded_parts(const Json& object,
                                                        const workflow::FieldEncodings& encodings);

}  // namespace plumbline::runner

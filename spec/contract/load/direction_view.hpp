#pragma once
// What an OpenAPI document requires of requests or of responses.

#include "spec/contract/contract.hpp"

namespace plumbline {

/// Returns the document with schemas as they apply to responses or requests: properties that are
/// `writeOnly` are not `required` in responses, those that are `readOnly` not in requests, also
/// where one part of a schema (of `allOf`, `anyOf`, ..., or a `$ref`) declares a property and
/// another one requires it. Returns the document itself if nothing in it has the keyword. Source:
/// OpenAPI 3.0 Schema Object, `readOnly`, `writeOnly`; JSON Schema Validation, section 9.4.
[[nodiscard]] Document direction_view(Document document, MessageDirection direction);

}  // namespace plumbline

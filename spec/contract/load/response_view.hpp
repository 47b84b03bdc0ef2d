#pragma once
// What an OpenAPI document requires of responses.

#include "spec/json/document.hpp"

namespace plumbline {

/// Returns the document with schemas as they apply to responses: properties that are `writeOnly`
/// are not `required`, also where one part of a schema (of `allOf`, `anyOf`, ..., or a `$ref`)
/// declares a property and another one requires it. Returns the document itself if nothing in it is
/// `writeOnly`. Source: OpenAPI 3.0 Schema Object,
/// `writeOnly`; JSON Schema Validation, section 9.4.
[[nodiscard]] Document response_view(Document document);

}  // namespace plumbline

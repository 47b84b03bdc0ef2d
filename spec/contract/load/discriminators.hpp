#pragma once
// Discriminators as keywords that can be judged.

#include "spec/json/document.hpp"

namespace plumbline {

/// Returns the document with a condition in each schema that has a discriminator beside `oneOf` or
/// `anyOf`: the value of the named property selects the schema that has to match, and is one that
/// selects a schema. Source: OpenAPI 3.1, "Discriminator Object".
[[nodiscard]] Document with_discriminators(Document document);

}  // namespace plumbline

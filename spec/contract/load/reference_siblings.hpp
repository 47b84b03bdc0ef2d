#pragma once
// Members beside `$ref` in OpenAPI 3.0.

#include "spec/json/document.hpp"

namespace plumbline {

/// Returns the document without the members beside a `$ref`, which have no meaning; those of path
/// items below `paths` and of data (examples, `default`, `enum`, extensions) stay. Source:
/// OpenAPI 3.0, "Reference Object".
[[nodiscard]] Document without_reference_siblings(Document document);

}  // namespace plumbline

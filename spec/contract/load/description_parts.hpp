#pragma once
// The objects of an OpenAPI document that describe something.

#include "spec/json/document.hpp"

#include <functional>

namespace plumbline {

/// Returns the document after calling `change` with each of its objects, the inner ones first,
/// except maps with names of the author (`properties`, `paths`), path items, and data (examples,
/// defaults, extensions). Returns the document itself if nothing changes.
[[nodiscard]] Document with_changed_parts(Document document,
                                          const std::function<void(Json& part)>& change);

}  // namespace plumbline

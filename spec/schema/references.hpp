#pragma once
// Where a `$ref` leads.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace plumbline {

/// Returns what stands behind the `#` of a reference into its own document, decoded.
[[nodiscard]] std::string reference_pointer(std::string_view reference);

/// Returns the pointer, in its one spelling, of the schema that `reference` names inside the
/// document `root`. It may be any schema below `#/components/schemas/NAME` or `#/$defs/NAME`, or
/// one that is reached from the document itself by schema keywords alone, or any place in another
/// file of the document (kLinkedFiles). Errors: kSyntax, kUnsupported (another document, an anchor,
/// a place that holds no schema), kNotFound; the caller adds the place.
[[nodiscard]] Result<std::string> resolve_reference(const Json& root, std::string_view reference);

}  // namespace plumbline

#pragma once
// How a body represents the value that its schema describes.

#include "spec/contract/contract.hpp"

namespace plumbline {

/// The form of a body, by its media type, its schema and its `encoding`.
enum class ContentForm {
    kJson,
    kText,        ///< text that may be the notation of a number, boolean or other JSON value
    kString,      ///< text that its schema restricts as a string: a length, a pattern
    kUrlencoded,  ///< the fields of a form
    kAnyBytes,    ///< nothing to check: no schema, or one that accepts every string
    kUnjudged,    ///< cannot be decoded, so that it is not checked
};

/// Returns the form of a body with this Content-Type and the schema of `content`.
/// Source: OpenAPI 3.1, "Media Type Object", "Working with Binary Data".
[[nodiscard]] ContentForm content_form(const ApiDocument& api,
                                       const MediaType& content,
                                       std::string_view content_type);

}  // namespace plumbline

#pragma once
// How a body represents the value that its schema describes.

#include "spec/contract/contract.hpp"

namespace plumbline {

/// The form of a body, by its media type and the types that its schema names.
enum class ContentForm {
    kJson,
    kText,        ///< text of a string, or of a number or boolean
    kUrlencoded,  ///< the fields of a form
    kAnyBytes,    ///< a schema that asks for any string, which all bytes are
    kUnjudged,    ///< no way from the bytes to a value is defined, or we do not know it
};

/// Returns the form of a body with this Content-Type and the schema of `content`.
/// Source: OpenAPI 3.1, "Media Type Object", "Working with Binary Data".
[[nodiscard]] ContentForm content_form(const ApiDocument& api,
                                       const MediaType& content,
                                       std::string_view content_type);

}  // namespace plumbline

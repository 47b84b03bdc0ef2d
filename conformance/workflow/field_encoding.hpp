#pragma once
// How single fields of a form are written: the Encoding Objects of an OpenAPI document.

#include "conformance/workflow/part_headers.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <optional>
#include <string>

namespace plumbline::workflow {

/// What a document says of a field. Source: OpenAPI 3.1, "Encoding Object".
struct FieldEncoding {
    std::string content_type;     ///< "": what the value suggests
    std::string style;            ///< of a query parameter
    std::optional<bool> explode;  ///< without it that of the style
    std::optional<bool> allow_reserved{};
    PartHeaders headers{};  ///< of a form of parts

    /// Says whether the field is written as a query parameter is; then the type does not matter.
    [[nodiscard]] bool is_styled() const {
        return !style.empty() || explode.has_value() || allow_reserved.has_value();
    }
};

/// By the names of the fields.
using FieldEncodings = std::map<std::string, FieldEncoding>;

/// Returns what `api` says of the fields of the operation's body in this content type. A type that
/// leaves a choice (`image/png, image/gif`, `image/*`) is left to the value.
[[nodiscard]] FieldEncodings field_encodings(const ApiDocument& api,
                                             const Operation& operation,
                                             const std::string& content_type);

}  // namespace plumbline::workflow

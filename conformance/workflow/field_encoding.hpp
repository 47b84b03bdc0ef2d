#pragma once
// How the fields of a form are encoded: the Encoding Objects of an OpenAPI document.

#include "conformance/workflow/model/part_headers.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <optional>
#include <string>

namespace plumbline::workflow {

/// The encoding of one field. Source: OpenAPI 3.1, "Encoding Object".
struct FieldEncoding {
    std::string content_type;     ///< if empty, the type is derived from the value
    std::string style;            ///< style as for a query parameter
    std::optional<bool> explode;  ///< if missing, the default of the style
    std::optional<bool> allow_reserved{};
    PartHeaders headers{};  ///< headers of the part in a multipart form

    /// Returns whether the field is encoded like a query parameter; then the type is ignored.
    [[nodiscard]] bool is_styled() const {
        return !style.empty() || explode.has_value() || allow_reserved.has_value();
    }
};

/// By field name.
using FieldEncodings = std::map<std::string, FieldEncoding>;

/// Returns the encodings that `api` declares for the fields of the operation's body in this content
/// type. A content type of a field that leaves a choice (`image/png, image/gif`, `image/*`) is
/// ignored: the value decides.
[[nodiscard]] FieldEncodings field_encodings(const ApiDocument& api,
                                             const Operation& operation,
                                             const std::string& content_type);

}  // namespace plumbline::workflow

#pragma once
// How the fields of a form are encoded: the Encoding Objects of an OpenAPI document.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// The headers of the parts of one field, besides its name and type.
struct PartHeaders {
    http::Headers sent;
    std::vector<Error> unsupported;  ///< declared, but without a known value
};

/// The encoding of one field. Source: OpenAPI 3.1, "Encoding Object".
struct FieldEncoding {
    std::string content_type;     ///< if empty, the type is derived from the value
    std::string style;            ///< style as for a query parameter
    std::optional<bool> explode;  ///< if missing, the default of the style
    std::optional<bool> allow_reserved{};
    PartHeaders headers{};             ///< headers of the part in a multipart form
    std::vector<Error> unsupported{};  ///< what is left out, apart from headers

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

/// Reads `headers` of the Encoding Object at `encoding_pointer`. The value of a header is the one
/// that its schema requires (`const`, the only value of an `enum`), else its `default`, else its
/// first example. Content-Type is not read here, and the encoder writes Content-Disposition.
/// Source: OpenAPI 3.1, "Encoding Object", "Header Object".
[[nodiscard]] PartHeaders part_headers(const ApiDocument& api, const std::string& encoding_pointer);

}  // namespace plumbline::workflow

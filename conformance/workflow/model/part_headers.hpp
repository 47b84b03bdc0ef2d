#pragma once
// Headers that an OpenAPI document declares for the parts of a form.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::workflow {

/// The headers of the parts of one field, besides its name and type.
struct PartHeaders {
    http::Headers sent;
    std::vector<Error> unsupported;  ///< declared, but without a known value
};

/// Reads `headers` of the Encoding Object at `encoding_pointer`. The value of a header is the one
/// that its schema requires (`const`, the only value of an `enum`), else its `default`, else its
/// first example. Content-Type is not read here, and the encoder writes Content-Disposition.
/// Source: OpenAPI 3.1, "Encoding Object", "Header Object".
[[nodiscard]] PartHeaders part_headers(const ApiDocument& api, const std::string& encoding_pointer);

}  // namespace plumbline::workflow

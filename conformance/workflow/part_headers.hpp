#pragma once
// Headers that an OpenAPI document gives the parts of a form.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"

#include <string>
#include <vector>

namespace plumbline::workflow {

/// What every part of one field carries besides its name and type.
struct PartHeaders {
    http::Headers sent;
    std::vector<Error> unsupported;  ///< declared, but nobody says what they hold
};

/// Reads `headers` of the Encoding Object at `encoding_pointer`. A header holds what its schema
/// demands (`const`, the only value of an `enum`), else its `default`, else its first example.
/// Content-Type is no business of theirs, and Content-Disposition is written by who names the part.
/// Source: OpenAPI 3.1, "Encoding Object", "Header Object".
[[nodiscard]] PartHeaders part_headers(const ApiDocument& api, const std::string& encoding_pointer);

}  // namespace plumbline::workflow

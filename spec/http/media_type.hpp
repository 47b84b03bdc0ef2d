#pragma once
// Media types and ranges, compared by value. Source: RFC 9110, sections 8.3.1 and 12.5.1.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::http {

/// A media type or range (`text/*`) with its parameters, in a form that can be compared.
struct ContentType {
    std::string media_type;  ///< lower case
    /// Names in lower case, values without quotes; those of charset in lower case.
    std::vector<std::pair<std::string, std::string>> parameters;

    [[nodiscard]] const std::string* parameter(std::string_view name) const;
};

/// Parses a Content-Type or a range. Malformed parts are kept as they are: two equal texts always
/// have equal values.
[[nodiscard]] ContentType parse_content_type(std::string_view text);

/// Returns how specific a range is as the description of a Content-Type ("" if there is none),
/// nothing if it does not match: a type before a range, more parameters before fewer. A charset
/// that the Content-Type does not name matches, as the range tells it; any other parameter of the
/// range must be equal. A range may have a suffix as well (`application/*+json`).
[[nodiscard]] std::optional<std::size_t> match_specificity(std::string_view range,
                                                           std::string_view content_type);

}  // namespace plumbline::http

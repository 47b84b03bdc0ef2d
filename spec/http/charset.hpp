#pragma once
// Texts in charsets other than UTF-8.

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::http {

/// Returns a text in this charset (a label in any case) as UTF-8, without a byte order mark. Knows
/// UTF-8, US-ASCII, ISO-8859-1 and UTF-16. Nothing for another charset and for a text that is not
/// one of its charset.
[[nodiscard]] std::optional<std::string> decode_charset(std::string_view bytes,
                                                        std::string_view charset);

}  // namespace plumbline::http

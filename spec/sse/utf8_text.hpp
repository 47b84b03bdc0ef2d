#pragma once
// UTF-8 decoding of a stream's bytes, as in a browser.

#include <string>
#include <string_view>

namespace plumbline::sse {

/// Returns whether all bytes are ASCII.
[[nodiscard]] bool is_ascii(std::string_view bytes);

/// Returns the offset of the first byte that is not valid UTF-8, or npos. Fast for ASCII.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view bytes);

/// Returns the bytes with U+FFFD in place of each maximal part of an ill-formed sequence. Source:
/// WHATWG Encoding, "UTF-8 decode".
[[nodiscard]] std::string replace_invalid_utf8(std::string_view bytes);

}  // namespace plumbline::sse

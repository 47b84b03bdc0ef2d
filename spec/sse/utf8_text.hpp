#pragma once
// Bytes of a stream as the text that a browser would make of them.

#include <string>
#include <string_view>

namespace plumbline::sse {

/// Returns the first byte that is no part of valid UTF-8, or npos. Fast for ASCII.
[[nodiscard]] std::size_t find_bad_utf8(std::string_view bytes);

/// Returns the bytes with U+FFFD in place of each maximal part of an ill-formed sequence.
/// Source: WHATWG Encoding, "UTF-8 decode".
[[nodiscard]] std::string with_replacements(std::string_view bytes);

}  // namespace plumbline::sse

#pragma once
// Shows a position in a text, for error messages.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns the text on one line: each control character becomes a space, so that every code point
/// takes one column.
[[nodiscard]] std::string on_one_line(std::string_view text);

/// Returns the character at a byte offset in backquotes, or `the end`.
[[nodiscard]] std::string character_at(std::string_view text, std::size_t offset);

/// Returns two lines: the text around a byte offset, and a caret below it. At most 60 bytes are
/// shown on either side.
[[nodiscard]] std::vector<std::string> lines_with_caret(std::string_view text, std::size_t offset);

}  // namespace plumbline

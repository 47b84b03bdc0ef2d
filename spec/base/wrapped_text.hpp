#pragma once
// Breaks text for people into lines that fit a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline {

/// The columns of text on a terminal or in a log.
inline constexpr std::size_t kTextColumns = 80;

/// Returns lines of at most 80 columns that begin with `first`, the others with `indent` spaces. A
/// longer word, such as a URL, has its own line; what is in backquotes, such as a command to copy,
/// is not broken if it fits a line. Ends in a line break.
[[nodiscard]] std::string wrapped(std::string_view first,
                                  std::string_view text,
                                  std::size_t indent);

/// The same for a list such as `3 passed, 1 failed`: breaks it only behind commas.
[[nodiscard]] std::string wrapped_list(std::string_view first,
                                       std::string_view list,
                                       std::size_t indent);

/// Returns each line of the text wrapped; its lines after the first keep their own indentation.
[[nodiscard]] std::string wrapped_lines(std::string_view text, std::size_t indent);

/// Returns the number of columns: continuation bytes of UTF-8 and colour sequences take none.
[[nodiscard]] std::size_t columns_of(std::string_view text);

}  // namespace plumbline

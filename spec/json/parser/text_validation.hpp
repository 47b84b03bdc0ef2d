#pragma once
// Checks that every text must pass before a JSON or YAML parser reads it.

#include "spec/base/error.hpp"
#include "spec/json/document.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace plumbline {

/// Converts offsets in a text to positions, in one pass as long as the offsets ascend. Columns
/// count bytes, as in compilers.
class LineCounter {
  public:
    explicit LineCounter(std::string_view text) : text_(text) {}
    [[nodiscard]] SourcePosition position(std::size_t offset);

  private:
    std::string_view text_;
    std::size_t scanned_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
};

/// Returns an Error at an offset of the text.
[[nodiscard]] Error error_at(ErrorCode code,
                             std::string message,
                             std::string_view text,
                             std::string_view name,
                             std::size_t offset);

/// Returns the error in the bytes of a text, if there is one: too many, a byte order mark, invalid
/// UTF-8, control characters, only whitespace.
[[nodiscard]] std::optional<Error> find_text_error(std::string_view text,
                                                   std::string_view name,
                                                   std::size_t max_bytes);

/// Returns an error for a line of a YAML text that parsers read differently: one that begins with
/// `%`, a directive (`%YAML` at the top is harmless), or one that ends with anything but a line
/// feed, optionally after a carriage return. YAML 1.1 has five line ends, 1.2 three.
[[nodiscard]] std::optional<Error> find_yaml_line_error(std::string_view text,
                                                        std::string_view name);

}  // namespace plumbline

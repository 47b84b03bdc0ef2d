#pragma once
// What every text must pass before a JSON or YAML reader sees it.

#include "spec/base/error.hpp"
#include "spec/json/document.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace plumbline {

/// Turns offsets in a text into positions, in one pass as long as the offsets ascend. Columns count
/// bytes, as compilers do.
class LineCounter {
  public:
    explicit LineCounter(std::string_view text) : text_(text) {}
    [[nodiscard]] Position position(std::size_t offset);

  private:
    std::string_view text_;
    std::size_t scanned_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
};

/// Makes an Error that points at an offset of the text.
[[nodiscard]] Error error_at(ErrorCode code,
                             std::string message,
                             std::string_view text,
                             std::string_view name,
                             std::size_t offset);

/// Says what is wrong with the bytes of a text: too many, a byte order mark, invalid UTF-8, control
/// characters, nothing but blanks.
[[nodiscard]] std::optional<Error> text_problem(std::string_view text,
                                                std::string_view name,
                                                std::size_t max_bytes);

}  // namespace plumbline

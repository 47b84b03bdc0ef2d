#pragma once
// Texts that match a regular expression.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// The maximum number of bytes of a generated text.
inline constexpr std::size_t kMaxExampleText = 65'536;

/// Returns a text of printable ASCII characters in which a pattern of ECMA-262 occurs. Texts of
/// different `index` differ if the pattern allows it. A repetition occurs as rarely as it may, and
/// `extra_repetitions` more often if it may. Returns nothing for a pattern with look-around,
/// back-references or other constructs that it does not read, and for texts beyond
/// kMaxExampleText. The text may violate a boundary (`\b`); the caller checks it.
[[nodiscard]] std::optional<std::string> text_of_pattern(std::string_view pattern,
                                                         std::size_t index,
                                                         std::size_t extra_repetitions);

}  // namespace plumbline

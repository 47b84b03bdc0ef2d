#pragma once
// Small questions about text that several modules ask.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns `text` with ASCII letters in lower case.
[[nodiscard]] std::string to_lower(std::string_view text);
/// Compares without regard to the case of ASCII letters.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b);
/// Returns `text` without blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Splits at every `separator`; the parts point into `text`.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// Joins with `separator` between the parts.
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
/// Returns the value of a hexadecimal digit, -1 for anything else.
[[nodiscard]] constexpr int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
/// Returns `text` as one word of a POSIX shell, in single quotes.
[[nodiscard]] std::string shell_quoted(std::string_view text);
/// Says whether `text` fits a shell-like glob: `*` any run of characters, `?` one.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view glob);
/// Returns the length of the UTF-8 character that `bytes` begin with; 0 if they begin with none.
[[nodiscard]] std::size_t utf8_length(std::string_view bytes);
/// Says whether the bytes are valid UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view bytes);
/// Returns the front of `bytes` up to the first byte that is not valid UTF-8.
[[nodiscard]] std::string_view utf8_prefix(std::string_view bytes);
/// Returns a number that tells texts apart that differ by accident (FNV-1a, 64 bits): not made
/// against somebody who wants two texts to have the same. Never 0.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text);
/// Returns the name of `names` nearest to `word` if it is near enough to be a misspelling, else "".
[[nodiscard]] std::string nearest_name(std::string_view word,
                                       const std::vector<std::string>& names);

}  // namespace plumbline

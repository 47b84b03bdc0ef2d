#pragma once
// Text functions that several modules use.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Return whether a character is an ASCII digit, or an ASCII letter.
[[nodiscard]] constexpr bool is_ascii_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_ascii_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// Return whether a character is of a token, and whether a text is a token, such as a method or the
/// name of a field. Source: RFC 9110, section 5.6.2.
[[nodiscard]] constexpr bool is_token_character(char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
[[nodiscard]] bool is_token(std::string_view text);
/// Returns `text` with ASCII letters in lower case.
[[nodiscard]] std::string to_lower(std::string_view text);
/// Compares without regard to the case of ASCII letters.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b);
/// Returns `text` without spaces and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Splits at every `separator`; the parts point into `text`.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// Joins the parts with `separator` between them.
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
/// Returns the value of a hexadecimal digit, -1 for anything else.
[[nodiscard]] constexpr int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
/// Returns `text` with `to` in place of each `from`.
[[nodiscard]] std::string replace_all(std::string_view text,
                                      std::string_view from,
                                      std::string_view to);
/// Returns `text` as one word of a POSIX shell, in single quotes.
[[nodiscard]] std::string shell_quoted(std::string_view text);
/// Returns whether `text` matches a shell-like glob: `*` is any run of characters, `?` is one.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view glob);
/// Returns the length of the UTF-8 character at the front of `bytes`; 0 if there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view bytes);
/// Returns the number of characters in valid UTF-8.
[[nodiscard]] std::size_t utf8_character_count(std::string_view text);
/// Returns whether `bytes` are valid UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view bytes);
/// Returns the front of `bytes` up to the first byte that is not valid UTF-8.
[[nodiscard]] std::string_view utf8_prefix(std::string_view bytes);
/// Returns at most `max_bytes` of the front of a text. The end moves back over the continuation
/// bytes of a UTF-8 character, at most three.
[[nodiscard]] std::string_view truncate(std::string_view text, std::size_t max_bytes);
/// Returns a line without its LF or CRLF.
[[nodiscard]] std::string_view without_line_end(std::string_view line);
/// Returns a hash of `text` (FNV-1a, 64 bits). It distinguishes texts that differ by accident and
/// does not resist deliberate collisions. Never 0.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text);
/// Returns the name in `names` that is nearest to `word` if it is close enough for a misspelling,
/// else "".
[[nodiscard]] std::string nearest_name(std::string_view word,
                                       const std::vector<std::string>& names);

}  // namespace plumbline

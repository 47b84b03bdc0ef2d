#include "spec/base/text_excerpt.hpp"

#include "spec/base/text.hpp"

#include <algorithm>

namespace plumbline {
namespace {

constexpr std::size_t kShownOnEitherSide = 60;

/// Returns whether a byte is inside a UTF-8 character, not its first byte.
bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

std::string on_one_line(std::string_view text) {
    std::string line{text};
    std::replace_if(
        line.begin(),
        line.end(),
        [](char byte) {
            const auto code = static_cast<unsigned char>(byte);
            return code < 0x20 || code == 0x7F;
        },
        ' ');
    return line;
}

std::string character_at(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return "the end";
    std::size_t end = offset + 1;
    while (end < text.size() && is_continuation(text[end])) ++end;
    return '`' + on_one_line(text.substr(offset, end - offset)) + '`';
}

std::vector<std::string> lines_with_caret(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    std::size_t begin = offset > kShownOnEitherSide ? offset - kShownOnEitherSide : 0;
    std::size_t end = std::min(text.size(), offset + kShownOnEitherSide);
    while (begin > 0 && is_continuation(text[begin])) --begin;
    while (end < text.size() && is_continuation(text[end])) ++end;

    std::string shown = begin > 0 ? "..." : "";
    const std::size_t indent =
        shown.size() + utf8_character_count(text.substr(begin, offset - begin));
    shown += on_one_line(text.substr(begin, end - begin));
    if (end < text.size()) shown += "...";
    return {shown, std::string(indent, ' ') + '^'};
}

}  // namespace plumbline

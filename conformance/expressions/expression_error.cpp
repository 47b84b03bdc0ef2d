#include "conformance/expressions/expression_error.hpp"

#include <algorithm>

namespace plumbline::expressions {
namespace {

// The number of bytes of a long text that are shown on either side of the caret.
constexpr std::size_t kWindow = 60;

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Replaces control characters, so that each code point takes one column and the caret is below its
// character.
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

std::size_t width(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

}  // namespace

tl::unexpected<ExpressionError> shifted(ExpressionError inner, std::size_t start) {
    inner.offset += start;
    return tl::unexpected<ExpressionError>(std::move(inner));
}

std::string character_at(std::string_view text, std::size_t offset) {
    if (offset >= text.size()) return "the end";
    std::size_t end = offset + 1;
    while (end < text.size() && is_continuation(text[end])) ++end;
    return '`' + on_one_line(text.substr(offset, end - offset)) + '`';
}

Error error_at(const ExpressionError& error, std::string_view text, const SourceRef& where) {
    const std::size_t offset = std::min(error.offset, text.size());
    std::size_t begin = offset > kWindow ? offset - kWindow : 0;
    std::size_t end = std::min(text.size(), offset + kWindow);
    while (begin > 0 && is_continuation(text[begin])) --begin;
    while (end < text.size() && is_continuation(text[end])) ++end;

    const std::string_view ahead = begin > 0 ? "..." : "";
    const std::string_view behind = end < text.size() ? "..." : "";
    std::string excerpt{ahead};
    excerpt += on_one_line(text.substr(begin, end - begin));
    excerpt += behind;
    const std::size_t indent = ahead.size() + width(text.substr(begin, offset - begin));
    return Error{error.code, error.message, where, {excerpt, std::string(indent, ' ') + '^'}};
}

}  // namespace plumbline::expressions

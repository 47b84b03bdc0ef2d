#include "spec/jsonpath/jsonpath_error.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::jsonpath {
namespace {

// How much of a long query is shown on either side of the caret, and of a part in a message.
constexpr std::size_t kWindow = 60;
constexpr std::size_t kPart = 40;

bool is_inside_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Replaces each character by one, so that the caret stays aligned.
std::string without_breaks(std::string_view text) {
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

std::size_t column_of(std::size_t offset, std::string_view query) {
    return utf8_character_count(query.substr(0, offset)) + 1;
}

}  // namespace

std::string message_with_column(const JsonPathError& error, std::string_view query) {
    return fmt::format("column {}: {}", column_of(error.offset, query), error.message);
}

Error to_error(const JsonPathError& error, std::string_view query) {
    const std::size_t offset = std::min(error.offset, query.size());
    std::size_t begin = offset > kWindow ? offset - kWindow : 0;
    std::size_t end = std::min(query.size(), offset + kWindow);
    while (begin > 0 && is_inside_character(query[begin])) --begin;
    while (end < query.size() && is_inside_character(query[end])) ++end;

    std::string shown = begin > 0 ? "..." : "";
    const std::size_t indent =
        shown.size() + utf8_character_count(query.substr(begin, offset - begin));
    shown += without_breaks(query.substr(begin, end - begin));
    if (end < query.size()) shown += "...";
    const auto column = static_cast<int>(column_of(offset, query));
    return Error{error.code,
                 message_with_column(error, query),
                 {"", 0, column},
                 {shown, std::string(indent, ' ') + '^'}};
}

std::string character_at(std::string_view query, std::size_t offset) {
    if (offset >= query.size()) return "the end";
    const std::size_t length = std::max<std::size_t>(1, utf8_length(query.substr(offset)));
    return '`' + without_breaks(query.substr(offset, length)) + '`';
}

std::string backquoted(std::string_view part) {
    if (part.size() <= kPart) return '`' + without_breaks(part) + '`';
    return '`' + without_breaks(utf8_prefix(part.substr(0, kPart))) + "...`";
}

}  // namespace plumbline::jsonpath

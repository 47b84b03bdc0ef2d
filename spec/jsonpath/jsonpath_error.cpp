#include "spec/jsonpath/jsonpath_error.hpp"

#include "spec/base/text.hpp"
#include "spec/base/text_excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::jsonpath {
namespace {

/// How many bytes of a part are shown in a message.
constexpr std::size_t kPart = 40;

std::size_t column_of(std::size_t offset, std::string_view query) {
    return utf8_character_count(query.substr(0, offset)) + 1;
}

}  // namespace

std::string message_with_column(const JsonPathError& error, std::string_view query) {
    return fmt::format("column {}: {}", column_of(error.offset, query), error.message);
}

Error to_error(const JsonPathError& error, std::string_view query) {
    const std::size_t offset = std::min(error.offset, query.size());
    return Error{error.code,
                 message_with_column(error, query),
                 {"", 0, static_cast<int>(column_of(offset, query))},
                 lines_with_caret(query, offset)};
}

std::string backquoted(std::string_view part) {
    if (part.size() <= kPart) return '`' + on_one_line(part) + '`';
    return '`' + on_one_line(utf8_prefix(part.substr(0, kPart))) + "...`";
}

}  // namespace plumbline::jsonpath

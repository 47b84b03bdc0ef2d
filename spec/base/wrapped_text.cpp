#include "spec/base/wrapped_text.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <vector>

namespace plumbline {
namespace {

/// Returns the position of the backquote that closes the one at `open`, if both are in a part of
/// the text that fits a line; else npos.
std::size_t closing_backquote(std::string_view text, std::size_t open) {
    constexpr std::size_t kLongest =
        kTextColumns - 8;  // longer ones would not fit an indented line
    const std::size_t close = text.find('`', open + 1);
    return close != std::string_view::npos && close - open < kLongest ? close
                                                                      : std::string_view::npos;
}

/// Splits at spaces that are not in backquotes.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '`') {
            const std::size_t close = closing_backquote(text, i);
            if (close != std::string_view::npos) i = close;
        } else if (text[i] == ' ') {
            words.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    words.push_back(text.substr(begin));
    return words;
}

/// Splits behind commas.
std::vector<std::string_view> items_of(std::string_view list) {
    std::vector<std::string_view> items;
    for (std::size_t end = list.find(", "); end != std::string_view::npos; end = list.find(", ")) {
        items.push_back(list.substr(0, end + 1));
        list.remove_prefix(end + 2);
    }
    items.push_back(list);
    return items;
}

/// Joins words by spaces to lines.
std::string lines_of(std::string_view first,
                     const std::vector<std::string_view>& words,
                     std::size_t indent) {
    std::string lines(first);
    std::size_t column = columns_of(first);
    bool is_line_start = true;
    for (const std::string_view word : words) {
        const std::size_t width = columns_of(word);
        if (!is_line_start && column + 1 + width > kTextColumns) {
            lines += '\n' + std::string(indent, ' ');
            column = indent;
            is_line_start = true;
        }
        if (!is_line_start) lines += ' ';
        lines += word;
        column += width + (is_line_start ? 0 : 1);
        is_line_start = false;
    }
    return lines + '\n';
}

}  // namespace

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b')
            i = std::min(text.find('m', i), text.size());
        else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U)
            ++columns;
    }
    return columns;
}

std::string wrapped(std::string_view first, std::string_view text, std::size_t indent) {
    return lines_of(first, words_of(text), indent);
}

std::string wrapped_list(std::string_view first, std::string_view list, std::size_t indent) {
    return lines_of(first, items_of(list), indent);
}

std::string wrapped_lines(std::string_view text, std::size_t indent) {
    std::string lines;
    for (const std::string_view line : split(text, '\n')) {
        const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
        lines += wrapped(line.substr(0, own), line.substr(own), own + indent);
    }
    return lines;
}

}  // namespace plumbline

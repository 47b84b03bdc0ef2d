#include "reports/text_format.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

std::string_view color_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::kPassed:
            return "\x1b[32m";
        case Verdict::kFailed:
        case Verdict::kFixed:
        case Verdict::kNotRun:
            return "\x1b[31m";
        case Verdict::kWarned:
        case Verdict::kDeviated:
            return "\x1b[33m";
        case Verdict::kObserved:
            return "\x1b[36m";
        case Verdict::kSkipped:
            return "\x1b[90m";
    }
    return "";
}

/// Returns the length of the first character if it is printable; 0 for control characters (C0, DEL,
/// U+0080 to U+009F) and for bytes that are not UTF-8.
std::size_t shown_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x20 || first == 0x7F) return 0;
    const std::size_t length = utf8_length(text);
    const bool is_c1 = length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    return is_c1 ? 0 : length;
}

std::string escaped(char c) {
    switch (c) {
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            return fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
}

/// Returns the number of characters: continuation bytes of UTF-8 and colour sequences take no
/// column.
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

// Moves the end back over the continuation bytes of a UTF-8 character, at most three.
std::string_view truncate(std::string_view text, std::size_t max_bytes) {
    constexpr std::size_t kLongestTail = 3;
    std::size_t end = max_bytes;
    while (end > 0 && max_bytes - end < kLongestTail &&
           (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end);
}

}  // namespace

std::string wrapped(std::string_view first, std::string_view text, std::size_t indent) {
    std::string lines(first);
    std::size_t column = columns_of(first);
    bool is_line_start = true;
    for (const std::string_view word : split(text, ' ')) {
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

std::string ids_lines(std::string_view title, std::vector<std::string> ids) {
    constexpr std::size_t kMaxListedIds = 8;
    const std::size_t left = ids.size() > kMaxListedIds ? ids.size() - kMaxListedIds : 0;
    ids.resize(ids.size() - left);
    const std::string more = left == 0 ? "" : fmt::format(" and {} more", left);
    const std::size_t indent = title.find_first_not_of(' ') + 4;
    return wrapped(fmt::format("{}: ", title), join(ids, ", ") + more, indent);
}

std::string verdict_label(Verdict verdict, const TextStyle& style) {
    const std::string label = fmt::format("{:<8}", to_text(verdict));
    return style.color ? fmt::format("{}{}\x1b[0m", color_of(verdict), label) : label;
}

std::string duration_text(double took_ms) {
    return took_ms < 10'000 ? fmt::format("{:.0f} ms", took_ms)
                            : fmt::format("{:.1f} s", took_ms / 1000);
}

std::string one_line(std::string_view text, std::size_t max_bytes) {
    const bool is_long = text.size() > max_bytes;
    std::string_view left = is_long ? truncate(text, max_bytes) : text;
    std::string line;
    while (!left.empty()) {
        const std::size_t length = shown_length(left);
        if (length == 0) {
            line += escaped(left.front());
        } else {
            line += left.substr(0, length);
        }
        left.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return is_long ? line + "..." : line;
}

bool is_plain_line(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = shown_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace plumbline::reports

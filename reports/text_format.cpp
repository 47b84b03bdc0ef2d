#include "reports/text_format.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace plumbline::reports {
namespace {

constexpr std::string_view kColorEnd = "\x1b[0m";

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

/// Returns the code point of one character in valid UTF-8.
char32_t code_point(std::string_view character) {
    const auto first = static_cast<unsigned char>(character.front());
    const std::size_t size = character.size();
    // The first byte has `size` bits that say how long the character is, and then a zero.
    char32_t code = size == 1 ? first : first & (0xFFU >> (size + 1));
    for (const char c : character.substr(1))
        code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

/// Returns whether a character acts on the terminal or on the text around it.
bool is_control(char32_t code) {
    struct ControlRange {
        char32_t first;
        char32_t last;
    };
    constexpr std::array kControls{
        ControlRange{0, 0x1F},            // C0
        ControlRange{0x7F, 0x9F},         // DEL, C1
        ControlRange{0x61C, 0x61C},       // marks of direction
        ControlRange{0x200E, 0x200F},     // the same
        ControlRange{0x2028, 0x202E},     // separators, embeddings, overrides
        ControlRange{0x2066, 0x2069},     // isolates
        ControlRange{0xFEFF, 0xFEFF},     // byte order mark
        ControlRange{0xFFF9, 0xFFFB},     // annotations
        ControlRange{0xE0000, 0xE007F}};  // tags, which are invisible
    return std::ranges::any_of(
        kControls, [&](const ControlRange& one) { return one.first <= code && code <= one.last; });
}

std::string escaped(char32_t code) {
    switch (code) {
        case U'\n':
            return "\\n";
        case U'\r':
            return "\\r";
        case U'\t':
            return "\\t";
        default:
            return code < 0x80 ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(code))
                               : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    }
}

/// Returns the length of the first character if it is UTF-8 and no control; else 0.
std::size_t shown_length(std::string_view text) {
    const std::size_t length = utf8_length(text);
    return length == 0 || is_control(code_point(text.substr(0, length))) ? 0 : length;
}

/// Moves the first character, which is not shown, from `left` to `line`, escaped.
void move_escaped(std::string_view& left, std::string& line) {
    const std::size_t length = utf8_length(left);
    line += length == 0 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(left.front()))
                        : escaped(code_point(left.substr(0, length)));
    left.remove_prefix(std::max<std::size_t>(length, 1));
}

/// Returns the length of a colour sequence of ours at the front; 0 without one.
std::size_t color_length(std::string_view text) {
    if (text.starts_with(kColorEnd)) return kColorEnd.size();
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        const std::string_view color = color_of(static_cast<Verdict>(i));
        if (text.starts_with(color)) return color.size();
    }
    return 0;
}

/// Returns whether a note is the caret below an excerpt.
bool is_caret(std::string_view note) {
    return note.ends_with('^') && note.find_first_not_of(' ') == note.size() - 1;
}

}  // namespace

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
    return style.color ? fmt::format("{}{}{}", color_of(verdict), label, kColorEnd) : label;
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
            move_escaped(left, line);
            continue;
        }
        line += left.substr(0, length);
        left.remove_prefix(length);
    }
    return is_long ? line + "..." : line;
}

std::string printable_lines(std::string_view text, bool keeps_colors) {
    std::string lines;
    lines.reserve(text.size());
    while (!text.empty()) {
        std::size_t length = text.front() == '\n' ? 1 : shown_length(text);
        if (length == 0 && keeps_colors) length = color_length(text);
        if (length == 0) {
            move_escaped(text, lines);
            continue;
        }
        lines += text.substr(0, length);
        text.remove_prefix(length);
    }
    return lines;
}

std::string got_text(const Finding& finding) {
    return finding.verdict == Verdict::kNotRun ? one_line(finding.got, kMaxReason)
                                               : one_line(finding.got);
}

std::string error_lines(std::string_view first, const Error& error) {
    const std::string where = plumbline::to_text(error.where);
    std::string lines = wrapped(first,
                                (where.empty() ? "" : one_line(where, kMaxReason) + ": ") +
                                    one_line(error.message, kMaxReason),
                                4);
    const std::vector<std::string>& notes = error.notes;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const std::string note = one_line(notes[i], kMaxReason);
        const bool is_excerpt = is_caret(note) || (i + 1 < notes.size() && is_caret(notes[i + 1]));
        // A command is copied.
        const bool is_whole = is_excerpt || note.starts_with("plumbline ");
        lines += is_whole ? "  " + note + '\n' : wrapped("  ", note, 4);
    }
    return lines;
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

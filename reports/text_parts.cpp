#include "reports/text_parts.hpp"

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

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
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

// Steps back over the tail bytes of a UTF-8 character.
std::string_view cut(std::string_view text, std::size_t max_bytes) {
    std::size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end);
}

}  // namespace

std::string verdict_label(Verdict verdict, const TextStyle& style) {
    const std::string label = fmt::format("{:<8}", to_text(verdict));
    return style.color ? fmt::format("{}{}\x1b[0m", color_of(verdict), label) : label;
}

std::string took_text(double took_ms) {
    return took_ms < 10'000 ? fmt::format("{:.0f} ms", took_ms)
                            : fmt::format("{:.1f} s", took_ms / 1000);
}

std::string one_line(std::string_view text, std::size_t max_bytes) {
    const bool is_long = text.size() > max_bytes;
    std::string line;
    for (const char c : is_long ? cut(text, max_bytes) : text) {
        if (is_control(c)) {
            line += escaped(c);
        } else {
            line += c;
        }
    }
    return is_long ? line + "..." : line;
}

bool is_plain_line(std::string_view text) {
    return std::none_of(text.begin(), text.end(), is_control);
}

}  // namespace plumbline::reports

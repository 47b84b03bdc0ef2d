#include "spec/json/parser/text_validation.hpp"

#include "spec/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace plumbline {
namespace {

/// Neither format allows them unescaped; JSON parsers also read a zero byte as the end of the text.
bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

bool may_precede_directive(std::string_view line) {
    return trimmed(line).empty() || line.starts_with('#') || line.starts_with("%YAML ");
}

struct AmbiguousLineBreak {
    std::string_view bytes;
    std::string_view escape;
};
constexpr std::array<AmbiguousLineBreak, 3> kAmbiguousLineBreaks{
    {{"\xC2\x85", "\\u0085"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}}};

}  // namespace

SourcePosition LineCounter::position(std::size_t offset) {
    for (; scanned_ < offset && scanned_ < text_.size(); ++scanned_) {
        if (text_[scanned_] != '\n') continue;
        ++line_;
        line_start_ = scanned_ + 1;
    }
    return {line_, static_cast<int>(offset - line_start_) + 1};
}

Error error_at(ErrorCode code,
               std::string message,
               std::string_view text,
               std::string_view name,
               std::size_t offset) {
    const SourcePosition at = LineCounter(text).position(std::min(offset, text.size()));
    return {code, std::move(message), {std::string(name), at.line, at.column}, {}};
}

std::optional<Error> find_text_error(std::string_view text,
                                     std::string_view name,
                                     std::size_t max_bytes) {
    if (text.size() > max_bytes) {
        std::string message =
            fmt::format("the text has {} bytes; at most {} are allowed", text.size(), max_bytes);
        return Error{ErrorCode::kLimit, std::move(message), {std::string(name), 0, 0}, {}};
    }
    const auto refuse = [&](std::string message, std::size_t offset) {
        return error_at(ErrorCode::kSyntax, std::move(message), text, name, offset);
    };
    if (text.substr(0, 3) == "\xEF\xBB\xBF") {
        return refuse("the text begins with a byte order mark; save it as UTF-8 without one", 0);
    }
    if (const std::size_t valid = utf8_prefix(text).size(); valid < text.size()) {
        return refuse(fmt::format("the byte 0x{:02X} is not UTF-8; save the text as UTF-8",
                                  static_cast<unsigned char>(text[valid])),
                      valid);
    }
    if (const auto found = std::find_if(text.begin(), text.end(), is_control);
        found != text.end()) {
        return refuse(fmt::format("a raw control character; in a quoted string write \\u{:04X}",
                                  static_cast<unsigned char>(*found)),
                      static_cast<std::size_t>(found - text.begin()));
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return refuse("expected a value, found nothing", 0);
    }
    return std::nullopt;
}

std::optional<Error> find_yaml_line_error(std::string_view text, std::string_view name) {
    const auto refuse = [&](std::string message, std::size_t offset) {
        return error_at(ErrorCode::kSyntax, std::move(message), text, name, offset);
    };
    bool is_top = true;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
        const std::size_t next = begin + line.size() + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (const auto at = line.find('\r'); at != std::string_view::npos) {
            return refuse("a carriage return without a line feed; save the file with line feeds",
                          begin + at);
        }
        is_top = is_top && may_precede_directive(line);
        if (!is_top && line.starts_with('%')) {
            return refuse(
                "YAML reads a line that begins with % as a directive; quote the text, indent it or "
                "remove the line",
                begin);
        }
        begin = next;
    }
    for (const AmbiguousLineBreak& end : kAmbiguousLineBreaks) {
        const auto at = text.find(end.bytes);
        if (at == std::string_view::npos) continue;
        return refuse(fmt::format("YAML parsers disagree on whether the character {0} ends a line; "
                                  "write {0} in double quotes",
                                  end.escape),
                      at);
    }
    return std::nullopt;
}

}  // namespace plumbline

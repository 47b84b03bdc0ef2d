#include "spec/json/yaml/yaml_lines.hpp"

#include "spec/base/text.hpp"
#include "spec/json/parser/text_validation.hpp"

#include <fmt/format.h>

#include <array>

namespace plumbline {
namespace {

bool may_precede_directive(std::string_view line) {
    return trimmed(line).empty() || line.starts_with('#') || line.starts_with("%YAML ");
}

struct AmbiguousLineBreak {
    std::string_view bytes;
    std::string_view escape;
};
constexpr std::array<AmbiguousLineBreak, 3> kAmbiguousLineBreaks{
    {{"\xC2\x85", "\\u0085"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}}};

std::optional<Error> find_ambiguous_line_break(std::string_view text, std::string_view file) {
    for (const AmbiguousLineBreak& end : kAmbiguousLineBreaks) {
        const auto at = text.find(end.bytes);
        if (at == std::string_view::npos) continue;
        return error_at(
            ErrorCode::kSyntax,
            fmt::format("YAML parsers disagree on whether the character {0} ends a line; "
                        "write {0} in double quotes",
                        end.escape),
            text,
            file,
            at);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Error> find_line_error(std::string_view text, std::string_view file) {
    bool is_top = true;
    std::size_t offset = 0;
    for (std::string_view line : split(text, '\n')) {
        const std::size_t begin = offset;
        offset += line.size() + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (const auto at = line.find('\r'); at != std::string_view::npos) {
            return error_at(ErrorCode::kSyntax,
                            "a carriage return without a line feed; save the file with line feeds",
                            text,
                            file,
                            begin + at);
        }
        is_top = is_top && may_precede_directive(line);
        if (!is_top && line.starts_with('%')) {
            return error_at(ErrorCode::kSyntax,
                            "YAML reads a line that begins with % as a directive; quote the text, "
                            "indent it or remove the line",
                            text,
                            file,
                            begin);
        }
    }
    return find_ambiguous_line_break(text, file);
}

}  // namespace plumbline

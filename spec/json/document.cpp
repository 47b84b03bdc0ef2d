#include "spec/json/document.hpp"

#include "spec/base/file.hpp"
#include "spec/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace plumbline {
namespace {

constexpr std::string_view kJsonEnding = ".json";

std::size_t shared_prefix(std::string_view a, std::string_view b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                    a.begin());
}

/// A key may hold a line break, the record's end; a pointer has ~ only before 0 and 1, so ~n is
/// free.
std::string one_line(std::string_view pointer) {
    std::string text;
    for (const char c : pointer) {
        if (c == '\n') {
            text += "~n";
        } else {
            text += c;
        }
    }
    return text;
}

std::string many_lines(std::string_view text) {
    std::string pointer(text);
    for (auto at = pointer.find("~n"); at != std::string::npos; at = pointer.find("~n", at)) {
        pointer.replace(at, 2, 1, '\n');  // a text here trips a false warning of g++ 12
    }
    return pointer;
}

/// Takes a number and the blank behind it off the front of `record`.
template <typename Number>
std::optional<Number> take_number(std::string_view& record) {
    Number number = 0;
    const char* const end = record.data() + record.size();
    const auto read = std::from_chars(record.data(), end, number);
    if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ' ') return std::nullopt;
    record.remove_prefix(static_cast<std::size_t>(read.ptr - record.data()) + 1);
    return number;
}

}  // namespace

SourceRef Document::where(std::string_view pointer) const {
    while (true) {
        const auto found = positions.values.find(pointer);
        if (found != positions.values.end()) {
            return {file, found->second.line, found->second.column};
        }
        if (pointer.empty()) return {file, 0, 0};
        const auto slash = pointer.rfind('/');
        pointer = pointer.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
}

Result<Document> load_document(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return fail(text.error());
    const bool json =
        path.size() >= kJsonEnding.size() &&
        std::string_view(path).substr(path.size() - kJsonEnding.size()) == kJsonEnding;
    return json ? parse_json_document(*text, path) : parse_yaml(*text, path);
}

std::string positions_text(const SourceMap& positions) {
    // One record a line: line, column, how much of the last pointer is repeated, the rest of it.
    // Neighbours share most of their path, so this is a quarter of the pointers' own length.
    std::string text;
    std::string last;
    for (const auto& [pointer, at] : positions.values) {
        const std::string line = one_line(pointer);
        const std::size_t shared = shared_prefix(line, last);
        text += fmt::format("{} {} {} {}\n", at.line, at.column, shared, line.substr(shared));
        last = line;
    }
    return text;
}

Result<SourceMap> parse_positions(std::string_view text) {
    SourceMap positions;
    std::string last;
    int line_number = 0;
    while (!text.empty()) {
        ++line_number;
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view record = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto line = take_number<int>(record);
        const auto column = take_number<int>(record);
        const auto shared = take_number<std::size_t>(record);
        if (!line || !column || !shared || *shared > last.size()) {
            return fail(
                ErrorCode::kSyntax,
                "bad position record: expected line, column, shared length and the rest of a "
                "pointer, as positions_text writes them",
                {"", line_number, 1});
        }
        last.resize(*shared);
        last += record;
        positions.values.insert_or_assign(many_lines(last), Position{*line, *column});
    }
    return positions;
}

}  // namespace plumbline

#include "spec/json/source_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace plumbline {
namespace {

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

const Position* SourceMap::find(std::string_view pointer) const {
    const auto found = std::lower_bound(
        entries_.begin(), entries_.end(), pointer, [&](const Entry& entry, std::string_view text) {
            return pointer_of(entry) < text;
        });
    return found != entries_.end() && pointer_of(*found) == pointer ? &found->at : nullptr;
}

std::vector<std::pair<std::string_view, Position>> SourceMap::all() const {
    std::vector<std::pair<std::string_view, Position>> all;
    all.reserve(entries_.size());
    for (const Entry& entry : entries_) all.emplace_back(pointer_of(entry), entry.at);
    return all;
}

void SourceMap::Builder::add(std::string_view pointer, Position at) {
    map_.entries_.push_back({map_.pointers_.size(), pointer.size(), at});
    map_.pointers_ += pointer;
}

SourceMap SourceMap::Builder::take() {
    auto& entries = map_.entries_;
    const auto before = [&](const Entry& a, const Entry& b) {
        return map_.pointer_of(a) < map_.pointer_of(b);
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before)) {
        std::stable_sort(entries.begin(), entries.end(), before);
    }
    const auto same = [&](const Entry& a, const Entry& b) {
        return map_.pointer_of(a) == map_.pointer_of(b);
    };
    entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
    return std::exchange(map_, {});
}

std::string positions_text(const SourceMap& positions) {
    // One record a line: line, column, how much of the last pointer is repeated, the rest of it.
    // Neighbours share most of their path, so this is a quarter of the pointers' own length.
    std::string text;
    std::string last;
    for (const auto& [pointer, at] : positions.all()) {
        const std::string line = one_line(pointer);
        const std::size_t shared = shared_prefix(line, last);
        text += fmt::format("{} {} {} {}\n", at.line, at.column, shared, line.substr(shared));
        last = line;
    }
    return text;
}

Result<SourceMap> parse_positions(std::string_view text) {
    SourceMap::Builder positions;
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
        const bool plain = last.find("~n") == std::string::npos;
        positions.add(plain ? last : many_lines(last), Position{*line, *column});
    }
    return positions.take();
}

}  // namespace plumbline

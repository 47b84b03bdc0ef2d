#include "spec/json/document/source_map.hpp"

#include "spec/base/text.hpp"

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

// A key may contain a line break, which ends a record. A pointer has ~ only before 0 and 1, so ~n
// is free for it.
constexpr std::string_view kLineBreak = "\n";
constexpr std::string_view kEscapedLineBreak = "~n";

/// Removes a number and the space after it from the front of `record`.
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

const SourcePosition* SourceMap::find(std::string_view pointer) const {
    const auto found = std::lower_bound(entries_.begin(),
                                        entries_.end(),
                                        pointer,
                                        [&](const SourceMapEntry& entry, std::string_view text) {
                                            return pointer_of(entry) < text;
                                        });
    return found != entries_.end() && pointer_of(*found) == pointer ? &found->at : nullptr;
}

std::vector<std::pair<std::string_view, SourcePosition>> SourceMap::all() const {
    std::vector<std::pair<std::string_view, SourcePosition>> all;
    all.reserve(entries_.size());
    for (const SourceMapEntry& entry : entries_) all.emplace_back(pointer_of(entry), entry.at);
    return all;
}

void SourceMap::Builder::add(std::string_view pointer, SourcePosition at) {
    map_.entries_.push_back({map_.pointers_.size(), pointer.size(), at});
    map_.pointers_ += pointer;
}

SourceMap SourceMap::Builder::take() {
    auto& entries = map_.entries_;
    const auto before = [&](const SourceMapEntry& a, const SourceMapEntry& b) {
        return map_.pointer_of(a) < map_.pointer_of(b);
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before)) {
        std::stable_sort(entries.begin(), entries.end(), before);
    }
    const auto same = [&](const SourceMapEntry& a, const SourceMapEntry& b) {
        return map_.pointer_of(a) == map_.pointer_of(b);
    };
    entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
    return std::exchange(map_, {});
}

std::string positions_text(const SourceMap& positions) {
    // One record per line: line, column, length of the prefix shared with the previous pointer, the
    // rest. Neighbours share most of their path, which reduces the text to a quarter of the
    // pointers.
    std::string text;
    std::string last;
    for (const auto& [pointer, at] : positions.all()) {
        const std::string line = replace_all(pointer, kLineBreak, kEscapedLineBreak);
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
                "invalid position record: expected line, column, shared length and the rest of a "
                "pointer, as written by positions_text",
                {"", line_number, 1});
        }
        last.resize(*shared);
        last += record;
        const bool is_plain = last.find(kEscapedLineBreak) == std::string::npos;
        positions.add(is_plain ? last : replace_all(last, kEscapedLineBreak, kLineBreak),
                      {*line, *column});
    }
    return positions.take();
}

}  // namespace plumbline

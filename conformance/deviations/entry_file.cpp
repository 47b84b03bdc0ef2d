#include "conformance/deviations/entry_file.hpp"

#include "conformance/deviations/read_entries.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;

/// Returns a YAML scalar that every parser reads as this text.
std::string yaml_text(const std::string& text) {
    const bool is_plain = std::ranges::none_of(text, [](char byte) {
        const auto code = static_cast<unsigned char>(byte);
        return code < 0x20 || code == 0x7F;
    });
    if (!is_plain) return Json(text).dump();
    std::string quoted = "'";
    for (const char byte : text) quoted += byte == '\'' ? "''" : std::string(1, byte);
    return quoted + '\'';
}

/// Splits into lines with their line ends.
std::vector<std::string_view> whole_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

/// Returns the number of blanks at the front if they are followed by a dash and then only blanks or
/// a comment; nothing otherwise.
std::optional<std::size_t> dash_column(std::string_view text) {
    const std::size_t dash = text.find_first_not_of(' ');
    if (dash == std::string::npos || text[dash] != '-') return std::nullopt;
    const auto rest = trimmed(text.substr(dash + 1));
    return rest.empty() || rest.starts_with('#') ? std::optional(dash) : std::nullopt;
}

/// Where an item of the list begins: the line of its dash (from 0) and the blanks before it.
struct ItemStart {
    std::size_t line = 0;
    std::size_t column = 0;
};

/// A file whose entries are written as `- ` items.
class BlockList {
  public:
    static Result<BlockList> read(std::string_view text, const std::string& file) {
        auto entries = parse_entries(text, file);
        if (!entries) return fail(entries.error());
        BlockList list;
        list.lines_ = whole_lines(text);
        for (const WrittenEntry& written : *entries) {
            const auto start = list.find_start(written.entry.where);
            if (!start) {
                return fail(ErrorCode::kUnsupported,
                            "cannot change this file: expected a list of items that begin with "
                            "`- `, each on its own line",
                            written.entry.where,
                            {"change the file by hand, or write its entries in that form"});
            }
            list.starts_.push_back(*start);
        }
        list.entries_ = std::move(*entries);
        return list;
    }

    [[nodiscard]] const WrittenEntries& entries() const { return entries_; }
    [[nodiscard]] std::size_t indentation() const {
        return starts_.empty() ? 0 : starts_.front().column;
    }

    /// Returns the text without the items at these indexes.
    [[nodiscard]] std::string without(const std::vector<std::size_t>& indexes) const {
        std::string text;
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            const bool is_removed = std::ranges::any_of(indexes, [&](std::size_t index) {
                return line >= starts_[index].line && line < end_of(index);
            });
            if (!is_removed) text += lines_[line];
        }
        return text;
    }

  private:
    [[nodiscard]] std::optional<ItemStart> find_start(const SourceRef& where) const {
        auto line = static_cast<std::size_t>(where.line - 1);
        if (where.line < 1 || line >= lines_.size()) return std::nullopt;
        std::string_view before =
            without_line_end(lines_[line])
                .substr(0, static_cast<std::size_t>(std::max(where.column - 1, 0)));
        // A dash may be alone on an earlier line.
        while (trimmed(before).empty() && line > 0) before = without_line_end(lines_[--line]);
        const auto column = dash_column(before);
        return column ? std::optional(ItemStart{line, *column}) : std::nullopt;
    }

    /// Returns the line after the last one of an item. Comments and blank lines between two items
    /// do not belong to the first, unless they are further right: those may be text of its value.
    [[nodiscard]] std::size_t end_of(std::size_t index) const {
        const ItemStart& start = starts_[index];
        std::size_t end = index + 1 < starts_.size() ? starts_[index + 1].line : lines_.size();
        while (end > start.line + 1) {
            const std::string_view line = without_line_end(lines_[end - 1]);
            const std::size_t first = line.find_first_not_of(" \t");
            const bool is_between =
                first == std::string_view::npos ||
                (first <= start.column && (line[first] == '#' || line.starts_with("...")));
            if (!is_between) break;
            --end;
        }
        return end;
    }

    std::vector<std::string_view> lines_;
    WrittenEntries entries_;
    std::vector<ItemStart> starts_;  ///< one per entry
};

bool is_same_entry(DeviationEntry a, const DeviationEntry& b) {
    a.where = b.where;
    return a == b;
}

/// Returns the text if it contains exactly these entries: an anchor or an unusual end of the file
/// could make the change affect others.
Result<std::string> with_entries(std::string text,
                                 const std::string& file,
                                 const std::vector<DeviationEntry>& expected) {
    const auto read = parse_entries(text, file);
    const bool is_right =
        read && std::equal(read->begin(),
                           read->end(),
                           expected.begin(),
                           expected.end(),
                           [](const WrittenEntry& written, const DeviationEntry& entry) {
                               return is_same_entry(written.entry, entry);
                           });
    if (is_right) return text;
    return fail(ErrorCode::kUnsupported,
                "cannot change " + file + " without changing other entries; change it by hand",
                {},
                read ? std::vector<std::string>{} : std::vector{to_text(read.error())});
}

}  // namespace

std::string yaml_of(const DeviationEntry& entry) {
    struct YamlMember {
        const char* name;
        const std::string& value;
    };
    std::string text;
    for (const YamlMember& member : std::array<YamlMember, 8>{{{"requirement", entry.requirement},
                                                               {"code", entry.code},
                                                               {"scenario", entry.scenario},
                                                               {"reason", entry.reason},
                                                               {"issue", entry.issue},
                                                               {"owner", entry.owner},
                                                               {"until", entry.until},
                                                               {"scope", entry.scope}}}) {
        if (member.value.empty()) continue;
        text += text.empty() ? "- " : "  ";
        text += std::string(member.name) + ": " + yaml_text(member.value) + '\n';
    }
    return text;
}

Result<std::string> append_entries(std::string_view text,
                                   const std::string& file,
                                   const std::vector<DeviationEntry>& entries) {
    const auto list = BlockList::read(text, file);
    if (!list) return fail(list.error());
    const std::string line_end = text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    const std::string indentation(list->indentation(), ' ');
    std::string longer(text);
    if (!longer.empty() && !longer.ends_with('\n')) longer += line_end;
    std::vector<DeviationEntry> expected;
    for (const WrittenEntry& written : list->entries()) expected.push_back(written.entry);
    for (const DeviationEntry& entry : entries) {
        const std::string item = yaml_of(entry);
        for (const std::string_view line : whole_lines(item))
            longer.append(indentation).append(without_line_end(line)).append(line_end);
        expected.push_back(entry);
    }
    return with_entries(std::move(longer), file, expected);
}

Result<std::string> remove_entries(std::string_view text,
                                   const std::string& file,
                                   const std::vector<std::size_t>& indexes) {
    const auto list = BlockList::read(text, file);
    if (!list) return fail(list.error());
    std::vector<DeviationEntry> left;
    for (std::size_t i = 0; i < list->entries().size(); ++i) {
        if (std::ranges::find(indexes, i) == indexes.end())
            left.push_back(list->entries()[i].entry);
    }
    return with_entries(list->without(indexes), file, left);
}

}  // namespace plumbline::deviations

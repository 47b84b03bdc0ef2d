#pragma once
// The source positions of a document's values, in a few large blocks of memory: a document has
// thousands of values, and programs read several documents at startup.

#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// A line and a column, from 1.
struct SourcePosition {
    int line = 0;
    int column = 0;

    bool operator==(const SourcePosition&) const = default;
};

/// Maps the text of a JSON pointer to a position. A member has the position of its key, an item
/// that of its first character. Everything that an alias inserts has the alias's position.
/// Thread-safe: immutable.
class SourceMap {
  public:
    class Builder;

    /// Returns the position of the value at `pointer`, valid as long as the map; null if there is
    /// none.
    [[nodiscard]] const SourcePosition* find(std::string_view pointer) const;
    /// Returns all entries, sorted by pointer. The pointers live as long as the map.
    [[nodiscard]] std::vector<std::pair<std::string_view, SourcePosition>> all() const;

  private:
    struct SourceMapEntry {
        std::size_t begin;
        std::size_t length;
        SourcePosition at;
    };
    [[nodiscard]] std::string_view pointer_of(const SourceMapEntry& entry) const {
        return std::string_view(pointers_).substr(entry.begin, entry.length);
    }

    std::string pointers_;                 ///< concatenated
    std::vector<SourceMapEntry> entries_;  ///< sorted by pointer
};

/// Collects positions in any order; the first of two for one pointer is kept.
class SourceMap::Builder {
  public:
    /// Begins with the entries of `known`.
    explicit Builder(SourceMap known = {}) : map_(std::move(known)) {}

    void add(std::string_view pointer, SourcePosition at);
    [[nodiscard]] SourceMap take();

  private:
    SourceMap map_;
};

/// Convert the positions to compact text and back: the format in which documents are embedded.
/// Errors: kSyntax.
[[nodiscard]] std::string positions_text(const SourceMap& positions);
[[nodiscard]] Result<SourceMap> parse_positions(std::string_view text);

}  // namespace plumbline

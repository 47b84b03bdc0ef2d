#pragma once
// Where each value of a document stood, in few and large blocks of memory: a document has thousands
// of values, and programs read several before they do anything.

#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// A line and column, from 1.
struct Position {
    int line = 0;
    int column = 0;

    bool operator==(const Position&) const = default;
};

/// JSON pointer text → position. A member stands where its key does, an item where it begins. What
/// an alias brought in stands, as a whole, where the alias does. Thread: immutable, safe from any
/// thread.
class SourceMap {
  public:
    class Builder;

    /// Returns where the value at `pointer` stood; null if it is not there. As long as the map
    /// lives.
    [[nodiscard]] const Position* find(std::string_view pointer) const;
    /// Returns all of it, sorted by pointer. The pointers live as long as the map.
    [[nodiscard]] std::vector<std::pair<std::string_view, Position>> all() const;

  private:
    struct Entry {
        std::size_t begin;
        std::size_t length;
        Position at;
    };
    [[nodiscard]] std::string_view pointer_of(const Entry& entry) const {
        return std::string_view(pointers_).substr(entry.begin, entry.length);
    }

    std::string pointers_;        ///< one behind the other
    std::vector<Entry> entries_;  ///< sorted by pointer
};

/// Gathers positions in any order; of two for one pointer the first is kept.
class SourceMap::Builder {
  public:
    /// Begins with what `known` has.
    explicit Builder(SourceMap known = {}) : map_(std::move(known)) {}

    void add(std::string_view pointer, Position at);
    [[nodiscard]] SourceMap take();

  private:
    SourceMap map_;
};

/// Returns the positions as compact text and back: the form in which documents are embedded.
/// Errors: kSyntax.
[[nodiscard]] std::string positions_text(const SourceMap& positions);
[[nodiscard]] Result<SourceMap> parse_positions(std::string_view text);

}  // namespace plumbline

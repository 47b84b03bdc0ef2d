#pragma once
// The lists and mappings of a YAML text that are being read, with its anchors and merge keys.

#include "spec/json/document/source_map.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline {

/// A value that an alias can repeat.
struct AnchoredValue {
    std::string pointer;     ///< the location of the value
    std::size_t nodes = 0;   ///< values in it, itself included; 0 while it is incomplete
    std::size_t height = 0;  ///< levels of nesting inside it; 0 for a scalar
};

/// Counts values and levels while a document is read, records both for each anchor, and tracks
/// which open mappings have a merge key. An empty anchor name means no anchor.
class YamlContainers {
  public:
    /// Returns the number of values read, those that aliases repeat included.
    [[nodiscard]] std::size_t nodes() const { return nodes_; }

    void add_scalar(std::string_view anchor, const std::string& pointer);
    void add_copy(const AnchoredValue& source);
    void open(std::string_view anchor);
    /// Closes the innermost container, whose value is at `pointer`.
    void close(const std::string& pointer);

    /// Records the next key of the innermost mapping; `merge` is its position if it is a merge key.
    void note_key(std::optional<SourcePosition> merge);
    /// Returns the position of the innermost mapping's merge key, if it has one.
    [[nodiscard]] std::optional<SourcePosition> merge_key() const { return open_.back().merge_key; }
    /// Returns whether the value of a merge key is being read.
    [[nodiscard]] bool is_in_merge_value() const;

    /// Returns the anchor's value, incomplete while it is open; null if the anchor is unknown.
    [[nodiscard]] const AnchoredValue* find(std::string_view anchor) const;

  private:
    struct YamlContainer {
        std::string anchor;
        std::size_t nodes_before;
        std::size_t height = 1;  ///< levels so far, its own included
        std::optional<SourcePosition> merge_key{};
        bool is_in_merge_value = false;
    };

    /// Records in the innermost container that it contains a value of this height.
    void update_height(std::size_t height);

    std::vector<YamlContainer> open_;
    std::unordered_map<std::string, AnchoredValue> anchors_;
    std::size_t nodes_ = 0;
};

}  // namespace plumbline

#pragma once
// The merge keys of the mappings being read.

#include "spec/json/document/source_map.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace plumbline {

/// Tracks which open mappings have a merge key, and whether the value of one is being read.
class YamlMergeKeys {
  public:
    void open() { open_.emplace_back(); }

    /// Records the next key of the innermost mapping; `merge` is its position if it is a merge key.
    void note_key(std::optional<SourcePosition> merge) {
        open_.back().is_in_value = merge.has_value();
        if (merge) open_.back().at = merge;
    }

    /// Closes the innermost mapping; returns the position of its merge key, nothing if it had none.
    [[nodiscard]] std::optional<SourcePosition> close() {
        const std::optional<SourcePosition> at = open_.back().at;
        open_.pop_back();
        return at;
    }

    [[nodiscard]] bool is_in_value() const {
        return std::any_of(
            open_.begin(), open_.end(), [](const MergeFrame& frame) { return frame.is_in_value; });
    }

  private:
    struct MergeFrame {
        std::optional<SourcePosition> at;
        bool is_in_value = false;
    };

    std::vector<MergeFrame> open_;
};

}  // namespace plumbline

#pragma once
// The merge keys of the mappings that are being read.

#include "spec/json/source_map.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace plumbline {

/// Knows which open mappings have a merge key, and whether the value of one is being read.
class YamlMerges {
  public:
    void open() { open_.emplace_back(); }

    /// Notes the next key of the innermost mapping; `merge` is where it stands if it is a merge
    /// key.
    void take_key(std::optional<Position> merge) {
        open_.back().is_in_value = merge.has_value();
        if (merge) open_.back().at = merge;
    }

    /// Returns where the merge key of the innermost stood, nothing if it had none.
    [[nodiscard]] std::optional<Position> close() {
        const std::optional<Position> at = open_.back().at;
        open_.pop_back();
        return at;
    }

    [[nodiscard]] bool is_in_value() const {
        return std::any_of(
            open_.begin(), open_.end(), [](const Frame& frame) { return frame.is_in_value; });
    }

  private:
    struct Frame {
        std::optional<Position> at;
        bool is_in_value = false;
    };

    std::vector<Frame> open_;
};

}  // namespace plumbline

#pragma once
// The members that messages of one direction omit: `readOnly` in requests, `writeOnly` in
// responses.

#include "spec/contract/contract.hpp"
#include "spec/example_values/schema_parts.hpp"

#include <cstddef>
#include <vector>

namespace plumbline {

/// The levels of a value that are made or searched.
inline constexpr std::size_t kMaxExampleDepth = 40;

class HiddenMembers {
  public:
    /// Borrows the document.
    HiddenMembers(const Document& document, MessageDirection direction)
        : document_(document), direction_(direction) {}

    /// Returns whether a property with these schemas is hidden.
    [[nodiscard]] bool has(const std::vector<reading::OpenApiNode>& property) const;
    /// Removes the hidden members of values that are at `depth`, and those of their parts. Each
    /// schema is read once for all values of a list.
    void remove(const std::vector<Json*>& values,
                const SchemaParts& parts,
                std::size_t depth) const;
    void remove(const std::vector<Json*>& values,
                const std::vector<reading::OpenApiNode>& schemas,
                std::size_t depth) const;

  private:
    const Document& document_;
    MessageDirection direction_;
};

}  // namespace plumbline

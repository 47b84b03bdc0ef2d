#pragma once
// The nodes that a JSONPath query selects: values with their locations.

#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A value, and its member name or index in its parent.
struct NodeLocation {
    static constexpr std::size_t kNoParent = static_cast<std::size_t>(-1);

    const Json* value = nullptr;
    const std::string* name = nullptr;  ///< null for an item or the root
    std::size_t index = 0;
    std::size_t parent = kNoParent;  ///< index in the list of locations
};

/// One selected node. Points into the searched document. Thread-safe: immutable.
class JsonPathMatch {
  public:
    /// `location` is an index in `locations`, where each parent precedes its children.
    JsonPathMatch(std::shared_ptr<const std::vector<NodeLocation>> locations, std::size_t location)
        : locations_(std::move(locations)), location_(location) {}

    [[nodiscard]] const Json& value() const { return *(*locations_)[location_].value; }
    /// Returns the normalized path, such as `$['items'][0]`. Source: RFC 9535, section 2.7.
    [[nodiscard]] std::string path() const;
    /// Returns the location as a JSON pointer, such as `/items/0`.
    [[nodiscard]] JsonPointer pointer() const;

  private:
    [[nodiscard]] std::vector<const NodeLocation*> steps() const;

    std::shared_ptr<const std::vector<NodeLocation>> locations_;
    std::size_t location_;
};

/// Nodes in the order of selection; a node that was selected twice occurs twice.
using NodeList = std::vector<JsonPathMatch>;

/// Returns a member's name with quotes, as in a normalized path: `'it\'s'`. Source: RFC 9535,
/// section 2.7.
[[nodiscard]] std::string normalized_name(std::string_view name);

}  // namespace plumbline

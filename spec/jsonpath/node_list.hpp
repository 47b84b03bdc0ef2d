#pragma once
// The nodes that a JSONPath query selects: values with their locations.

#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Nodes in the order of selection; a node that was selected twice occurs twice. Locations link to
/// their parents; their texts are built on request. Points into the searched document. Thread-safe:
/// immutable.
class NodeList {
  public:
    /// A value, and its member name or index in its parent.
    struct NodeLocation {
        const Json* value = nullptr;
        const std::string* name = nullptr;  ///< null for an item or the root
        std::size_t index = 0;
        std::size_t parent = kNoParent;  ///< index in the list's locations
    };
    static constexpr std::size_t kNoParent = static_cast<std::size_t>(-1);

    class JsonNode;
    class Iterator;

    NodeList() = default;
    /// `nodes` are indexes in `locations`, where each parent precedes its children.
    NodeList(std::vector<NodeLocation> locations, std::vector<std::size_t> nodes)
        : locations_(std::move(locations)), nodes_(std::move(nodes)) {}

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] JsonNode operator[](std::size_t i) const;
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

  private:
    std::vector<NodeLocation> locations_;
    std::vector<std::size_t> nodes_;
};

/// One node; valid as long as its list is not moved or destroyed.
class NodeList::JsonNode {
  public:
    JsonNode(const std::vector<NodeLocation>& locations, std::size_t location)
        : locations_(&locations), location_(location) {}

    [[nodiscard]] const Json& value() const { return *(*locations_)[location_].value; }
    /// Returns the normalized path, such as `$['items'][0]`. Source: RFC 9535, section 2.7.
    [[nodiscard]] std::string path() const;
    /// Returns the location as a JSON pointer, such as `/items/0`.
    [[nodiscard]] JsonPointer pointer() const;

  private:
    [[nodiscard]] std::vector<const NodeLocation*> steps() const;

    const std::vector<NodeLocation>* locations_;
    std::size_t location_;
};

class NodeList::Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = JsonNode;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = JsonNode;

    Iterator(const NodeList& list, std::size_t at) : list_(&list), at_(at) {}
    JsonNode operator*() const { return (*list_)[at_]; }
    Iterator& operator++() {
        ++at_;
        return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

  private:
    const NodeList* list_;
    std::size_t at_;
};

/// Returns a member's name with quotes, as in a normalized path: `'it\'s'`. Source: RFC 9535,
/// section 2.7.
[[nodiscard]] std::string normalized_name(std::string_view name);

}  // namespace plumbline

#pragma once
// What a JSONPath query selects: values, each with the place where it is.

#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Nodes in the order in which they were selected; one that was selected twice is there twice.
/// Places are kept as links to the parent: texts are made for those who ask. Points into the
/// document that was searched. Thread: immutable, safe from any thread.
class NodeList {
  public:
    /// A value, and how its parent leads to it: by a member's name or by an index.
    struct Place {
        const Json* value = nullptr;
        const std::string* name = nullptr;  ///< null: by the index, or it is the root
        std::size_t index = 0;
        std::size_t parent = kNoParent;  ///< among the places of the list
    };
    static constexpr std::size_t kNoParent = static_cast<std::size_t>(-1);

    class Node;
    class Iterator;

    NodeList() = default;
    /// `nodes` are positions in `places`, where each parent stands before its children.
    NodeList(std::vector<Place> places, std::vector<std::size_t> nodes)
        : places_(std::move(places)), nodes_(std::move(nodes)) {}

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] Node operator[](std::size_t i) const;
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

  private:
    std::vector<Place> places_;
    std::vector<std::size_t> nodes_;
};

/// One node; as long as its list lives and stays where it is.
class NodeList::Node {
  public:
    Node(const std::vector<Place>& places, std::size_t place) : places_(&places), place_(place) {}

    [[nodiscard]] const Json& value() const { return *(*places_)[place_].value; }
    /// Returns the normalized path, such as `$['items'][0]`. Source: RFC 9535, section 2.7.
    [[nodiscard]] std::string path() const;
    /// Returns the same place as a JSON pointer, such as `/items/0`.
    [[nodiscard]] JsonPointer pointer() const;

  private:
    [[nodiscard]] std::vector<const Place*> steps() const;

    const std::vector<Place>* places_;
    std::size_t place_;
};

class NodeList::Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Node;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Node;

    Iterator(const NodeList& list, std::size_t at) : list_(&list), at_(at) {}
    Node operator*() const { return (*list_)[at_]; }
    Iterator& operator++() {
        ++at_;
        return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

  private:
    const NodeList* list_;
    std::size_t at_;
};

/// Returns a member's name as a normalized path has it, with the quotes: `'it\'s'`.
/// Source: RFC 9535, section 2.7.
[[nodiscard]] std::string normalized_name(std::string_view name);

}  // namespace plumbline

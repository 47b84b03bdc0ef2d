#pragma once
// The values of YAML anchors, and how much their aliases would add to a document.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline {

/// A value that an alias can repeat.
struct AnchoredValue {
    std::string pointer;  ///< the location of the value
    std::size_t nodes =
        0;  ///< how many values it contains, itself included; 0 while it is incomplete
    std::size_t height = 0;  ///< levels of nesting inside it; 0 for a scalar
};

/// Counts values and levels while a document is read, and records both for each anchor. An empty
/// anchor name means no anchor.
class YamlAnchors {
  public:
    [[nodiscard]] std::size_t nodes() const { return nodes_; }

    void add_scalar(std::string_view anchor, const std::string& pointer);
    void open(std::string_view anchor);
    void close(const std::string& pointer);
    void add_copy(const AnchoredValue& source);

    /// Returns the anchor's value, incomplete while it is open; nothing if the anchor is unknown.
    [[nodiscard]] std::optional<AnchoredValue> find(std::string_view anchor) const;

  private:
    /// A container not yet closed.
    struct AnchorFrame {
        std::string anchor;
        std::size_t nodes_before;
        std::size_t height;  ///< levels so far, its own included
    };

    /// Records in the innermost container that it contains a value of this height.
    void update_height(std::size_t height);

    std::vector<AnchorFrame> open_;
    std::unordered_map<std::string, AnchoredValue> anchors_;
    std::size_t nodes_ = 0;
};

}  // namespace plumbline

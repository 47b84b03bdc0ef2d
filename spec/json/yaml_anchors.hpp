#pragma once
// What YAML anchors stand for, and how much their aliases would add to a document.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline {

/// A value that an alias can repeat.
struct Anchored {
    std::string pointer;     ///< where the value is
    std::size_t nodes = 0;   ///< how many values it is; 0 as long as it is not complete
    std::size_t height = 0;  ///< levels of nesting inside it; 0 for a scalar
};

/// Counts values and levels while a document is read, and keeps both for each anchor.
/// An anchor's name of no characters stands for none.
class YamlAnchors {
  public:
    [[nodiscard]] std::size_t nodes() const { return nodes_; }

    void add_scalar(std::string_view anchor, const std::string& pointer);
    void open(std::string_view anchor);
    void close(const std::string& pointer);
    void add_copy(const Anchored& source);

    /// Returns what the anchor stands for, incomplete as long as its value is open; nothing if it
    /// is unknown.
    [[nodiscard]] std::optional<Anchored> find(std::string_view anchor) const;

  private:
    /// A container not yet closed.
    struct Frame {
        std::string anchor;
        std::size_t nodes_before;
        std::size_t height;  ///< levels seen so far, its own included
    };

    /// Tells the innermost container that something of this height is inside it.
    void raise(std::size_t height);

    std::vector<Frame> open_;
    std::unordered_map<std::string, Anchored> anchors_;
    std::size_t nodes_ = 0;
};

}  // namespace plumbline

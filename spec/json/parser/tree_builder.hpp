#pragma once
// Builds a JSON value from a parser's events.

#include "spec/json/document.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Whether a TreeBuilder records the position of each value.
enum class PositionTracking { kDiscard, kKeep };

/// Builds one value and the source map of its parts: a member has the position of its key, an item
/// or the root its own. The caller is responsible for the order of the calls.
class TreeBuilder {
  public:
    explicit TreeBuilder(PositionTracking positions);

    /// Returns the number of open containers.
    [[nodiscard]] std::size_t depth() const { return open_.size(); }
    /// Returns whether a key must come next (or the end of the object).
    [[nodiscard]] bool expects_key() const { return !open_.empty() && open_.back().expects_key; }
    /// Returns whether the value of the last key must come next.
    [[nodiscard]] bool expects_member() const;
    /// Returns the pointer to the last value put or opened; only maintained with positions.
    [[nodiscard]] const std::string& pointer() const { return pointer_; }
    [[nodiscard]] const Json& root() const { return *root_; }

    /// Adds a member without a value; returns false if the object already has this key.
    [[nodiscard]] bool key(const std::string& key, SourcePosition at);
    void put(Json&& value, SourcePosition at);
    /// Opens an empty object or array.
    void open(Json&& container, SourcePosition at);
    void close();
    /// Moves the members of the value under `key` in the open object, a mapping or a list of
    /// mappings, into that object: existing members stay, and the earlier mapping of a list wins.
    /// The moved members get the position `at`. Returns false if the value is neither.
    [[nodiscard]] bool merge(const std::string& key, SourcePosition at);

    /// Return the result.
    [[nodiscard]] std::shared_ptr<Json> take_root() { return std::move(root_); }
    [[nodiscard]] SourceMap take_positions() { return positions_.take(); }

  private:
    struct OpenContainer {
        Json* value;
        std::size_t pointer_length;
        bool expects_key;
    };

    void record_position(std::string_view token, SourcePosition at);
    [[nodiscard]] Json& next_value(SourcePosition at);

    bool keep_positions_;
    std::shared_ptr<Json> root_;
    Json* member_ = nullptr;           ///< the value of the last key
    std::vector<OpenContainer> open_;  ///< containers not yet closed
    std::string pointer_;
    SourceMap::Builder positions_;
};

}  // namespace plumbline

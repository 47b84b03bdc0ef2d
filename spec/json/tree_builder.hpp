#pragma once
// Puts a JSON value together from a reader's events.

#include "spec/json/document.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Says whether a TreeBuilder notes where each value stood.
enum class Positions { kForget, kKeep };

/// Builds one value, and the map of where its parts stood: a member stands where its key does, an
/// item or the root where it begins itself. The caller sees to the right order of the calls.
class TreeBuilder {
  public:
    explicit TreeBuilder(Positions positions);

    /// How many containers are open.
    [[nodiscard]] std::size_t depth() const { return open_.size(); }
    /// Whether a key must come next (or the end of the object).
    [[nodiscard]] bool expects_key() const { return !open_.empty() && open_.back().expects_key; }
    /// Whether the value of the last key must come next.
    [[nodiscard]] bool expects_member() const;
    /// Where the value put or opened last is; kept only with positions.
    [[nodiscard]] const std::string& pointer() const { return pointer_; }
    [[nodiscard]] const Json& root() const { return *root_; }

    /// Adds a member without a value; false if the object has one of this name already.
    [[nodiscard]] bool key(const std::string& key, Position at);
    void put(Json&& value, Position at);
    void open_object(Position at);
    void open_array(Position at);
    void close();
    /// Moves the members of the value that the open object has under `key`, a mapping or a list of
    /// them, into the object: what it has itself stays, and of two in the list the earlier wins.
    /// False if the value is neither. What is moved stands `at`.
    [[nodiscard]] bool merge(const std::string& key, Position at);

    /// Hand over what was built.
    [[nodiscard]] std::shared_ptr<Json> take_root() { return std::move(root_); }
    [[nodiscard]] SourceMap take_positions() { return positions_.take(); }

  private:
    struct Frame {
        Json* value;
        std::size_t pointer_length;
        bool expects_key;
    };

    void remember(std::string_view token, Position at);
    [[nodiscard]] Json& next_place(Position at);

    bool keep_positions_;
    std::shared_ptr<Json> root_;
    Json* member_ = nullptr;   ///< where the value of the last key goes
    std::vector<Frame> open_;  ///< the containers not yet closed
    std::string pointer_;
    SourceMap::Builder positions_;
};

}  // namespace plumbline

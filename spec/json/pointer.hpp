#pragma once
// JSON Pointer (RFC 6901).

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/name.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A place inside a JSON value. The empty pointer is the whole value.
class JsonPointer {
  public:
    JsonPointer() = default;
    explicit JsonPointer(std::vector<Name> tokens) : tokens_(std::move(tokens)) {}

    /// Reads `/a/0/b~1c`. Errors: kSyntax (no leading slash, a bad ~ escape).
    [[nodiscard]] static Result<JsonPointer> parse(std::string_view text);

    [[nodiscard]] const std::vector<Name>& tokens() const { return tokens_; }
    [[nodiscard]] bool empty() const { return tokens_.empty(); }
    [[nodiscard]] std::string to_text() const;
    /// Returns this pointer extended by one key or index.
    [[nodiscard]] JsonPointer child(std::string_view token) const;

    bool operator==(const JsonPointer&) const = default;

  private:
    std::vector<Name> tokens_;
};

/// Returns `token` with ~ and / escaped, ready to be put behind a slash.
[[nodiscard]] std::string escape_pointer_token(std::string_view token);

/// Returns the value at `pointer`, or null if there is none.
[[nodiscard]] const Json* find(const Json& root, const JsonPointer& pointer);
/// The same for a pointer's text; a text that is no pointer finds nothing.
[[nodiscard]] const Json* find(const Json& root, std::string_view pointer);

/// Sets the value at `pointer`, whose parent must exist; the array index `-` appends.
/// Errors: kNotFound (names the first missing part), kInvalid (parent is no container).
[[nodiscard]] Result<void> set_at(Json& root, const JsonPointer& pointer, Json value);
/// The same for a string: what is there is written over, if it is one.
[[nodiscard]] Result<void> set_text_at(Json& root,
                                       const JsonPointer& pointer,
                                       std::string_view text);
/// Removes the value at `pointer`. Errors: kNotFound, kInvalid (the root, a parent that is no
/// container).
[[nodiscard]] Result<void> remove_at(Json& root, const JsonPointer& pointer);

}  // namespace plumbline

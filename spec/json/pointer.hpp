#pragma once
// JSON Pointer (RFC 6901).

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A location inside a JSON value. The empty pointer is the whole value.
class JsonPointer {
  public:
    JsonPointer() = default;
    explicit JsonPointer(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

    /// Parses `/a/0/b~1c`. Errors: kSyntax (no leading slash, an invalid ~ escape).
    [[nodiscard]] static Result<JsonPointer> parse(std::string_view text);

    [[nodiscard]] const std::vector<std::string>& tokens() const { return tokens_; }
    [[nodiscard]] bool empty() const { return tokens_.empty(); }
    [[nodiscard]] std::string to_text() const;
    /// Returns this pointer extended by one key or index.
    [[nodiscard]] JsonPointer child(std::string_view token) const;

    bool operator==(const JsonPointer&) const = default;

  private:
    std::vector<std::string> tokens_;
};

/// Returns `token` with ~ and / escaped, to append after a slash.
[[nodiscard]] std::string escape_pointer_token(std::string_view token);

/// Returns the value at `pointer`, or null if there is none.
[[nodiscard]] const Json* find(const Json& root, const JsonPointer& pointer);
/// The same for a pointer's text; returns null for a text that is not a pointer.
[[nodiscard]] const Json* find(const Json& root, std::string_view pointer);

/// Sets the value at `pointer`, whose parent must exist; the array index `-` appends. Errors:
/// kNotFound (names the first missing part), kInvalid (the parent is not a container).
[[nodiscard]] Result<void> set_at(Json& root, const JsonPointer& pointer, Json value);
/// Removes the value at `pointer`. Errors: kNotFound, kInvalid (the root, a parent that is not a
/// container).
[[nodiscard]] Result<void> remove_at(Json& root, const JsonPointer& pointer);

}  // namespace plumbline

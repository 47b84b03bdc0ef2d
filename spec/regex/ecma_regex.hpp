#pragma once
// Regular expressions as JSON Schema and OpenAPI have them.

#include "spec/regex/backtracking_regex.hpp"
#include "spec/regex/regex.hpp"

#include <optional>
#include <string_view>
#include <variant>

namespace plumbline {

/// A compiled pattern of ECMA-262. It is searched in linear time unless it has look-around or
/// back-references. Thread-safe: immutable. Source: JSON Schema Core, section 6.4.
class EcmaRegex {
  public:
    /// Errors: kSyntax; kUnsupported (look-behind of variable length); kLimit.
    [[nodiscard]] static Result<EcmaRegex> compile(std::string_view pattern);

    /// Returns whether the pattern occurs in `text`; nothing if the search is too long.
    [[nodiscard]] std::optional<bool> search(std::string_view text) const;

  private:
    explicit EcmaRegex(Regex regex) : regex_(std::move(regex)) {}
    explicit EcmaRegex(BacktrackingRegex regex) : regex_(std::move(regex)) {}

    std::variant<Regex, BacktrackingRegex> regex_;
};

/// Returns whether a text is a pattern of ECMA-262.
[[nodiscard]] bool is_ecma_pattern(std::string_view text);

}  // namespace plumbline

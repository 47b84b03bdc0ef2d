#pragma once
// Regular expressions with look-around and back-references. The only module that includes PCRE2.

#include "spec/base/result.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// A compiled pattern whose search may need exponential time; it is limited. Thread-safe:
/// immutable.
class BacktrackingRegex {
  public:
    /// Errors: kSyntax, kUnsupported (look-behind of variable length).
    [[nodiscard]] static Result<BacktrackingRegex> compile(const std::string& pattern);

    /// Returns whether the pattern occurs in `text`; nothing if the search exceeds its limit of
    /// steps, or if the text is not UTF-8.
    [[nodiscard]] std::optional<bool> search(std::string_view text) const;

  private:
    struct BacktrackingProgram;
    std::shared_ptr<const BacktrackingProgram> compiled_;
};

}  // namespace plumbline

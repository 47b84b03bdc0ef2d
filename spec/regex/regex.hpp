#pragma once
// Regular expressions in linear time; the only door to RE2.

#include "spec/base/result.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// A compiled regular expression (RE2 syntax: no lookaround, no back-references).
/// Thread: immutable, safe from any thread.
class Regex {
  public:
    /// Compiles `pattern`; `/pattern/flags` with flags i, m, s is taken as well if `allow_slashes`.
    /// Errors: kSyntax, kUnsupported (lookaround, back-reference), kLimit (program too large).
    [[nodiscard]] static Result<Regex> compile(std::string_view pattern,
                                               bool allow_slashes = false);

    /// Says whether the pattern occurs anywhere in `text` (bytes that are not UTF-8 match nothing).
    [[nodiscard]] bool search(std::string_view text) const;
    /// Returns what its first group holds where the pattern occurs first; none if it does not, or
    /// has no group.
    [[nodiscard]] std::optional<std::string> first_group(std::string_view text) const;
    /// Returns how many groups it has that hold something.
    [[nodiscard]] int group_count() const;
    /// Returns how large its program is, in instructions: the most that one byte of a text may
    /// cost.
    [[nodiscard]] int program_size() const;
    [[nodiscard]] const std::string& pattern() const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace plumbline

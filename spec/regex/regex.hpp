#pragma once
// Regular expressions in linear time. The only module that includes RE2.

#include "spec/base/result.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// A compiled regular expression (RE2 syntax: no lookaround, no back-references). Thread-safe:
/// immutable.
class Regex {
  public:
    /// Compiles `pattern`; with `allow_slashes` also `/pattern/flags` with the flags i, m and s.
    /// Errors: kSyntax, kUnsupported (lookaround, back-reference), kLimit (program too large).
    [[nodiscard]] static Result<Regex> compile(std::string_view pattern,
                                               bool allow_slashes = false);

    /// Returns whether the pattern occurs anywhere in `text` (bytes that are not UTF-8 match
    /// nothing).
    [[nodiscard]] bool search(std::string_view text) const;
    /// Returns the text of the first group in the first match; nothing without a match or a group.
    [[nodiscard]] std::optional<std::string> first_group(std::string_view text) const;
    /// Returns the text with every match replaced; `\1` in `to` is the first group.
    [[nodiscard]] std::string replace_all(std::string_view text, std::string_view to) const;
    /// Returns the number of capturing groups.
    [[nodiscard]] int group_count() const;
    /// Returns the size of the program in instructions: the most work that one byte of a text can
    /// cost.
    [[nodiscard]] int program_size() const;
    [[nodiscard]] const std::string& pattern() const;

  private:
    struct RegexProgram;
    std::shared_ptr<const RegexProgram> compiled_;
};

}  // namespace plumbline

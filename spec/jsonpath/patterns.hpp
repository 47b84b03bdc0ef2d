#pragma once
// The regular expressions of match() and search(). Source: RFC 9535, sections 2.4.6 and 2.4.7.

#include "spec/base/result.hpp"
#include "spec/regex/iregexp.hpp"
#include "spec/regex/regex.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::jsonpath {

/// A compiled pattern. Without a regex it is not an I-Regexp and matches no text; `error` is the
/// reason.
struct MatchPattern {
    std::optional<Regex> regex;
    std::string error;
};

/// Compiles a pattern. Errors: kLimit (an I-Regexp that is too large).
[[nodiscard]] Result<MatchPattern> compile_pattern(std::string_view text, MatchScope scope);

/// The last few patterns that an evaluation read from the document.
class PatternCache {
  public:
    /// Returns a cached pattern, valid until the next `insert`, or null.
    [[nodiscard]] const MatchPattern* find(std::string_view text, MatchScope scope) const;
    /// Inserts a pattern; it replaces the oldest one.
    const MatchPattern& insert(std::string_view text, MatchScope scope, MatchPattern pattern);

  private:
    struct CachedPattern {
        std::string text;
        MatchScope scope = MatchScope::kWhole;
        MatchPattern pattern;
    };
    std::vector<CachedPattern> entries_;
    std::size_t oldest_ = 0;
};

}  // namespace plumbline::jsonpath

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

/// A pattern ready for use. Without a regex it is no I-Regexp, and fits no text; `why_none` says
/// why.
struct Pattern {
    std::optional<Regex> regex;
    std::string why_none;
};

/// Compiles a pattern. Errors: kLimit (an I-Regexp that is too large for us).
[[nodiscard]] Result<Pattern> compile_pattern(std::string_view text, Fit fit);

/// The patterns that an evaluation met in the document; keeps the latest few.
class PatternCache {
  public:
    /// Returns a pattern that was kept, or null; valid until the next `keep`.
    [[nodiscard]] const Pattern* find(std::string_view text, Fit fit) const;
    /// Keeps a pattern in place of the oldest.
    const Pattern& keep(std::string_view text, Fit fit, Pattern pattern);

  private:
    struct Kept {
        std::string text;
        Fit fit = Fit::kWhole;
        Pattern pattern;
    };
    std::vector<Kept> kept_;
    std::size_t oldest_ = 0;
};

}  // namespace plumbline::jsonpath

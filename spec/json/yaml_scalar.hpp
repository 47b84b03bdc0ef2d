#pragma once
// What YAML scalars look like in the text.

#include <string_view>

namespace plumbline {

/// The ways to read a plain scalar.
enum class PlainScalar {
    kTrue,
    kFalse,
    kNumber,     ///< as JSON writes numbers
    kString,     ///< every YAML reader takes it for text
    kAmbiguous,  ///< YAML readers differ: it must be quoted or written as JSON would
};

/// Classifies a plain scalar that is neither empty nor a null.
[[nodiscard]] PlainScalar classify_plain(std::string_view text);

/// Says whether the value at the front of `text` is `null` alone, not the beginning of a longer
/// scalar (`null_b`, `null b: 1`).
[[nodiscard]] bool is_null_at_front(std::string_view text);

/// Says whether `~`, `Null` or the like is at the front of `text`.
[[nodiscard]] bool is_other_null_at_front(std::string_view text);

/// Says whether the scalar at the front of `text`, if it begins with a quote, ends with one as
/// well; the parser accepts the end of the text behind a line break instead.
[[nodiscard]] bool has_closed_quotes(std::string_view text);

}  // namespace plumbline

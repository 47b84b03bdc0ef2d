#pragma once
// What YAML scalars look like in the text.

#include <string_view>

namespace plumbline {

/// The ways to read a plain scalar.
enum class PlainScalar {
    kNothing,  ///< no text at all
    kNull,
    kTrue,
    kFalse,
    kNumber,     ///< as JSON writes numbers
    kString,     ///< every YAML reader takes it for text
    kAmbiguous,  ///< YAML readers differ: it must be quoted or written as JSON would
};

[[nodiscard]] PlainScalar classify_plain(std::string_view text);

}  // namespace plumbline

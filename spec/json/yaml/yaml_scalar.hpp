#pragma once
// Types of plain YAML scalars.

#include <string_view>

namespace plumbline {

/// The possible types of a plain scalar.
enum class PlainScalar {
    kEmpty,  ///< no text
    kNull,
    kTrue,
    kFalse,
    kNumber,     ///< a number in JSON's notation
    kString,     ///< text for every YAML parser
    kAmbiguous,  ///< YAML parsers disagree: it must be quoted or written as in JSON
};

[[nodiscard]] PlainScalar classify_plain(std::string_view text);

}  // namespace plumbline

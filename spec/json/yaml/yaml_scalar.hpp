#pragma once
// Types of plain YAML scalars.

#include "spec/json/json_fwd.hpp"

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

/// Returns the value of a plain scalar in the core schema. Infinities and NaN, which JSON has not,
/// are texts. Source: YAML 1.2.2, section 10.3.2.
[[nodiscard]] Json core_value(std::string_view text);

}  // namespace plumbline

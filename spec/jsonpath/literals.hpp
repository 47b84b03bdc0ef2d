#pragma once
// The smallest parts of a query: texts, numbers, integers, names. An error is recorded in the
// reader.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// Reads `'text'` or `"text"` and decodes its escapes; the reader is at the quote. Errors: kSyntax.
/// Source: RFC 9535, section 2.3.1.1.
[[nodiscard]] std::string read_text(JsonPathReader& reader);

/// Reads an index, or a part of a slice; the reader is at its `-` or first digit. Errors: kSyntax,
/// kInvalid (beyond 2^53-1). Source: RFC 9535, sections 2.1 and 2.3.3.1.
[[nodiscard]] std::int64_t read_integer(JsonPathReader& reader);

/// Reads a number for a comparison. An integer of up to 64 bits stays exact; others become the
/// nearest double, those beyond its range infinite. Errors: kSyntax. Source: RFC 9535, 2.3.5.1.
[[nodiscard]] Json read_number(JsonPathReader& reader);

/// Reads a name as it is allowed after a dot; returns "" if there is none. Source: RFC 9535,
/// 2.5.1.1.
[[nodiscard]] std::string_view read_shorthand(JsonPathReader& reader);

}  // namespace plumbline::jsonpath

#pragma once
// The smallest parts of a query: texts, numbers, integers, names.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/fault.hpp"
#include "spec/jsonpath/reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// Reads `'text'` or `"text"`, at whose quote the reader stands, and resolves its escapes.
/// Faults: kSyntax. Source: RFC 9535, section 2.3.1.1.
[[nodiscard]] Parse<std::string> read_text(Reader& reader);

/// Reads an index, or a part of a slice, at whose `-` or first digit the reader stands.
/// Faults: kSyntax, kInvalid (beyond 2^53-1). Source: RFC 9535, sections 2.1 and 2.3.3.1.
[[nodiscard]] Parse<std::int64_t> read_integer(Reader& reader);

/// Reads a number to compare with. A whole one that 64 bits hold stays exact; others become the
/// nearest double, those beyond its range infinite. Faults: kSyntax. Source: RFC 9535, 2.3.5.1.
[[nodiscard]] Parse<SharedJson> read_number(Reader& reader);

/// Reads a name as it may stand behind a dot; "" if none begins here. Source: RFC 9535, 2.5.1.1.
[[nodiscard]] std::string_view read_shorthand(Reader& reader);

}  // namespace plumbline::jsonpath

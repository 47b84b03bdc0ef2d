#pragma once
// Serializes parameters in the styles of OpenAPI.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// Returns a parameter as it is sent in its location: `a,b` (simple), `.a.b` (label), `;n=a,b`
/// (matrix), `n=a&n=b` (form), `n=a%20b` (spaceDelimited), `n=a%7Cb` (pipeDelimited) or `n[k]=v`
/// (deepObject); without a style, in the default style of its location. Percent-encoded, except in
/// a header; if reserved characters are allowed, values keep those that a query may contain, and
/// percent-encoded triples. Returns "" for an exploded empty list. Source: OpenAPI 3.1, "Style
/// Values"; RFC 6570, section 3.2.
[[nodiscard]] std::string serialize_parameter(const Parameter& parameter, const Json& value);

}  // namespace plumbline::runner

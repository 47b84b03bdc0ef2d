#pragma once
// Parameters as requests hold them: OpenAPI's styles.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// Returns a parameter as its place in a request holds it: `a,b` (simple), `.a.b` (label), `;n=a,b`
/// (matrix), `n=a&n=b` (form), `n=a%20b` (spaceDelimited), `n=a%7Cb` (pipeDelimited) or `n[k]=v`
/// (deepObject); without a style that of its place. Percent-encoded, save in a header; where
/// reserved characters are allowed, values keep those that a query may hold, and their escapes. ""
/// for an exploded list of nothing. Source: OpenAPI 3.1, "Style Values"; RFC 6570, section 3.2.
[[nodiscard]] std::string styled(const Parameter& parameter, const Json& value);

}  // namespace plumbline::runner

#pragma once
// Values that are transferred as text: in headers, forms and plain text.

#include "spec/contract/contract.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::checks {

/// Judges a value whose strings are texts. One that does not fit as a string is replaced by the
/// number, boolean or other JSON value that it represents, or by a list of it alone, if that fits,
/// or at least has the type that the schema names.
[[nodiscard]] SchemaJudgement judge_texts(const Schema& schema, Json& value);

/// Returns the value that a header's text represents; in a list or object the parts are texts.
/// Several fields are one list. Errors: kSyntax.
/// Source: OpenAPI 3.1, "Header Object", "Style Values" (simple); RFC 9110, section 5.3.
[[nodiscard]] Result<Json> read_header(const DeclaredHeader& header, const http::Headers& headers);

}  // namespace plumbline::checks

#pragma once
// The grammar of queries and the type checks of functions. An error is recorded in the reader; the
// result is meaningless then. Source: RFC 9535, appendix A, section 2.4.3.

#include "spec/jsonpath/query.hpp"
#include "spec/jsonpath/reader.hpp"

#include <cstddef>
#include <string>

namespace plumbline::jsonpath {

/// Limits of a query. Units: bytes; patterns in the query.
inline constexpr std::size_t kMaxQueryBytes = std::size_t{64} * 1024U;
inline constexpr int kMaxPatterns = 100;

/// Parses a whole query of at most kMaxQueryBytes. Errors: kSyntax, kInvalid, kLimit.
[[nodiscard]] JsonPathQuery parse_query(JsonPathReader& reader);

/// Parses the segments after `$` or `@`.
[[nodiscard]] JsonPathQuery parse_segments(JsonPathReader& reader, bool from_root);

/// Parses the condition of a filter.
[[nodiscard]] LogicalExpression parse_condition(JsonPathReader& reader);
/// Returns a hint if the next characters resemble an operator, else "".
[[nodiscard]] std::string operator_hint(const JsonPathReader& reader);

struct ParsedOperand {
    Operand operand;
    std::size_t offset = 0;
};
/// Parses a literal, a query or a call.
[[nodiscard]] ParsedOperand parse_operand(JsonPathReader& reader);
/// Returns the signature of the function that an operand calls, or null if it is not a call.
[[nodiscard]] const FunctionSignature* function_of(const Operand& operand);

}  // namespace plumbline::jsonpath

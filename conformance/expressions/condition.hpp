#pragma once
// Simple conditions: `$statusCode == 200 && $response.body#/count > 0`.

#include "conformance/expressions/compare.hpp"
#include "conformance/expressions/path.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::expressions {

/// A node of a condition. `parts` holds its operands: one of kNot, two of kCompare, two or more of
/// kAll and kAny (a chain is one node, so that a long one is not deep).
struct Condition {
    enum class Kind { kLiteral, kExpression, kNot, kCompare, kAll, kAny };

    Kind kind = Kind::kLiteral;
    SharedJson literal;
    std::optional<Path> path;
    Comparison comparison = Comparison::kEqual;
    std::vector<Condition> parts;

    [[nodiscard]] Expression::Uses uses() const;
};

/// Parses a condition. Precedence: `!`, comparison, `&&`, `||`. An expression ends at a blank, `)`,
/// `<`,
/// `>`, `==`, `!=`, `&&` and `||`. Faults: kSyntax, kLimit (length, nesting).
[[nodiscard]] Parse<Condition> parse_condition(std::string_view text);

/// Expression and value, in the order they were read.
using Readings = std::vector<std::pair<std::string, std::string>>;

/// Evaluates from left to right, `&&` and `||` only as far as they must. Adds what it read to
/// `readings`. Errors: kUnresolved.
[[nodiscard]] Result<Json> evaluate(const Condition& condition,
                                    const Scope& scope,
                                    Readings& readings);

}  // namespace plumbline::expressions

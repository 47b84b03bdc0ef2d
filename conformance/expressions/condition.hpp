#pragma once
// Simple conditions: `$statusCode == 200 && $response.body#/count > 0`.

#include "conformance/expressions/compare.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::expressions {

/// A node of a condition. `operands` has one element for kNot, two for kCompare, and two or more
/// for kAll and kAny (a chain is one node, so a long chain is not deeply nested).
struct ConditionNode {
    enum class ConditionNodeType { kLiteral, kExpression, kNot, kCompare, kAll, kAny };

    ConditionNodeType type = ConditionNodeType::kLiteral;
    SharedJson literal;
    std::optional<Expression> path;
    RelationalOperator comparison = RelationalOperator::kEqual;
    std::vector<ConditionNode> operands;

    [[nodiscard]] Expression::Uses uses() const;
};

/// Parses a condition. Precedence: `!`, comparison, `&&`, `||`. An expression ends at whitespace,
/// `)`, `<`, `>`, `==`, `!=`, `&&` and `||`. Errors: kSyntax, kLimit (length, nesting).
[[nodiscard]] ExpressionResult<ConditionNode> parse_condition(
    std::string_view text, ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);

/// Pairs of expression and value, in the order in which they were read.
using ExpressionValues = std::vector<std::pair<std::string, std::string>>;

/// Evaluates from left to right; `&&` and `||` stop as soon as their result is known. Adds the
/// expressions that it reads to `values`. Errors: kUnresolved.
[[nodiscard]] Result<Json> evaluate(const ConditionNode& condition,
                                    const Scope& scope,
                                    ExpressionValues& values);

}  // namespace plumbline::expressions

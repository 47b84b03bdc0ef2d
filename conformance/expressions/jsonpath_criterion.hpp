#pragma once
// Criteria of type jsonpath: they are met if a query selects a node of a value.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression_path.hpp"
#include "conformance/expressions/jsonpath_template.hpp"

namespace plumbline::expressions {

/// A query over the value of an expression.
struct JsonPathCriterion {
    ExpressionPath context;
    JsonPathTemplate query;

    [[nodiscard]] Expression::Uses uses() const;
};

/// Returns whether the query selects at least one node. With a null context the criterion is never
/// met, whatever the query is. Source: Arazzo 1.1, "JSONPath Conditions".
[[nodiscard]] CriterionResult evaluate_jsonpath(const JsonPathCriterion& criterion,
                                                const CriterionText& text,
                                                const Scope& scope);

}  // namespace plumbline::expressions

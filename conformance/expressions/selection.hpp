#pragma once
// Criteria of type jsonpath: does a query select anything of a value?

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/path.hpp"
#include "conformance/expressions/query.hpp"

namespace plumbline::expressions {

/// A query over the value of an expression.
struct Selection {
    Path context;
    Query query;

    [[nodiscard]] Expression::Uses uses() const;
};

/// Says whether the query selects at least one node. Null is no value to search, whatever the
/// query. Source: Arazzo 1.1, "JSONPath Conditions".
[[nodiscard]] Judgement judge_selection(const Selection& selection,
                                        const CriterionText& text,
                                        const Scope& scope);

}  // namespace plumbline::expressions

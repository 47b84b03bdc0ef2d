#pragma once
// Comparison of values in filters. Source: RFC 9535, section 2.3.5.2.2.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/evaluation_budget.hpp"

namespace plumbline::jsonpath {

enum class ComparisonOperator { kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

/// Compares two values; null is Nothing, which equals only itself. Numbers compare by value without
/// rounding: 1 equals 1.0, 2^53 does not equal 2^53+1. Texts compare by code points. The result is
/// meaningless once the budget is exhausted.
[[nodiscard]] bool compare(const Json* left,
                           ComparisonOperator op,
                           const Json* right,
                           EvaluationBudget& budget);

}  // namespace plumbline::jsonpath

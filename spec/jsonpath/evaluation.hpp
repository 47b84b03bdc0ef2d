#pragma once
// One evaluation of a query, and of the conditions in its filters.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/evaluation_budget.hpp"
#include "spec/jsonpath/query.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace plumbline::jsonpath {

/// State of one evaluation. Not thread-safe.
class QueryEvaluation {
  public:
    /// `root` must outlive the evaluation.
    QueryEvaluation(const Json& root, const JsonPathLimits& limits)
        : root_(root), budget_(limits) {}

    /// Returns whether a condition is true for `current`, the value of `@`. The result is
    /// meaningless once the budget is exhausted. The recursion is as deep as the query is nested.
    [[nodiscard]] bool holds(const LogicalExpression& condition, const Json& current);

    /// The result of a query whose nodes are not needed: their number (counted only up to the
    /// requested one) and the value of the first, null if there is none.
    struct NodeSummary {
        std::size_t count = 0;
        const Json* first = nullptr;
    };
    [[nodiscard]] NodeSummary summarize(const JsonPathQuery& query,
                                        const Json& current,
                                        std::size_t enough);

    /// Returns whether a text matches a pattern from the document.
    [[nodiscard]] bool matches(const std::string& text,
                               const std::string& pattern,
                               MatchScope scope);
    /// Returns whether a text matches a compiled pattern.
    [[nodiscard]] bool matches(const std::string& text, const Result<Regex>& pattern);

    [[nodiscard]] EvaluationBudget& budget() { return budget_; }

  private:
    const Json& root_;
    EvaluationBudget budget_;
    /// Patterns of the document.
    std::map<std::pair<MatchScope, std::string>, Result<Regex>> patterns_;
    /// A query from the root has the same result for every node. Each occurs once in the query and
    /// is always summarized up to the same number.
    std::map<const JsonPathQuery*, NodeSummary> summaries_;
};

}  // namespace plumbline::jsonpath

#pragma once
// A parsed query: segments, selectors and the conditions of filters. Source: RFC 9535, sections 2.3
// to 2.5.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/compare.hpp"
#include "spec/jsonpath/functions.hpp"
#include "spec/jsonpath/patterns.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::jsonpath {

struct LogicalExpression;

struct NameSelector {
    std::string name;
};
struct WildcardSelector {};
/// A negative index counts from the end.
struct IndexSelector {
    std::int64_t index = 0;
};
struct SliceSelector {
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> end;
    std::int64_t step = 1;
};
struct FilterSelector {
    std::shared_ptr<const LogicalExpression> condition;
};

using JsonPathSelector =
    std::variant<NameSelector, WildcardSelector, IndexSelector, SliceSelector, FilterSelector>;

/// Applies its selectors to a node and, if it descends, to all its descendants.
struct JsonPathSegment {
    bool descends = false;
    std::vector<JsonPathSelector> selectors;
};

/// `$...` or, inside a filter, `@...`.
struct JsonPathQuery {
    bool from_root = true;
    bool is_singular = true;  ///< the query is singular by its form; ignores whitespace in brackets
    std::vector<JsonPathSegment> segments;
};

struct FunctionCall;

/// An operand or argument: a literal, a query or the result of a function.
using Operand = std::variant<SharedJson, JsonPathQuery, std::shared_ptr<const FunctionCall>>;

/// A call with arguments of the right types.
struct FunctionCall {
    FilterFunction function = FilterFunction::kLength;
    std::vector<Operand> arguments;
    std::optional<MatchPattern> pattern;  ///< pattern of match and search, if it is a literal
};

struct LogicalOr {
    std::vector<LogicalExpression> parts;
};
struct LogicalAnd {
    std::vector<LogicalExpression> parts;
};
struct LogicalNot {
    std::shared_ptr<const LogicalExpression> part;
};
struct FilterComparison {
    ComparisonOperator op = ComparisonOperator::kEqual;
    Operand left;
    Operand right;
};

/// A logical expression. A chain of && or || is one expression, so that a long chain is not deep. A
/// query is true if it selects anything.
struct LogicalExpression {
    std::variant<LogicalOr,
                 LogicalAnd,
                 LogicalNot,
                 FilterComparison,
                 JsonPathQuery,
                 std::shared_ptr<const FunctionCall>>
        expression;
};

}  // namespace plumbline::jsonpath

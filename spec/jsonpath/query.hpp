#pragma once
// A parsed query: segments, selectors and the conditions of filters. Source: RFC 9535, sections 2.3
// to 2.5.

#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/compare.hpp"
#include "spec/regex/iregexp.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::jsonpath {

struct LogicalExpression;

/// The functions of filters. Source: RFC 9535, section 2.4.
enum class FilterFunction { kLength, kCount, kMatch, kSearch, kValue };

/// The type of a parameter or result. Source: RFC 9535, section 2.4.1.
enum class FunctionType {
    kValue,    ///< a JSON value, or Nothing
    kLogical,  ///< true or false
    kNodes,    ///< a list of nodes
};

struct FunctionSignature {
    std::string_view name;
    std::span<const FunctionType> parameters;
    FilterFunction function = FilterFunction::kLength;
    FunctionType result = FunctionType::kValue;
};

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

/// Why a query may select more than one node, by its form, and where.
struct NonSingularReason {
    std::size_t offset = 0;
    std::string text;
};

/// `$...` or, inside a filter, `@...`.
struct JsonPathQuery {
    bool from_root = true;
    std::vector<JsonPathSegment> segments;
    std::optional<NonSingularReason> non_singular;
};

struct FunctionCall;

/// An operand or argument: a literal, a query or the result of a function.
using Operand = std::variant<SharedJson, JsonPathQuery, std::shared_ptr<const FunctionCall>>;

/// A call with arguments of the right types.
struct FunctionCall {
    const FunctionSignature* signature = nullptr;
    std::vector<Operand> arguments;
    /// The pattern of match and search, if it is a literal. One that is not an I-Regexp matches no
    /// text. Source: sections 2.4.6 and 2.4.7.
    std::optional<Result<Regex>> pattern;

    /// Returns how much of a text match or search has to match.
    [[nodiscard]] MatchScope scope() const {
        return signature->function == FilterFunction::kMatch ? MatchScope::kWhole
                                                             : MatchScope::kSubstring;
    }
};

/// Parts that are all joined by `||`, or all by `&&`.
struct LogicalChain {
    bool is_or = false;
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
    std::variant<LogicalChain,
                 LogicalNot,
                 FilterComparison,
                 JsonPathQuery,
                 std::shared_ptr<const FunctionCall>>
        expression;
};

}  // namespace plumbline::jsonpath

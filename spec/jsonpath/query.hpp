#pragma once
// A parsed query: segments, selectors and the conditions of filters, ready to be evaluated.
// Source: RFC 9535, sections 2.3 to 2.5.

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

struct Condition;

struct NameSelector {
    std::string name;
};
struct WildcardSelector {};
/// Counts from the end where it is negative.
struct IndexSelector {
    std::int64_t index = 0;
};
struct SliceSelector {
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> end;
    std::int64_t step = 1;
};
struct FilterSelector {
    std::shared_ptr<const Condition> condition;
};

using Selector =
    std::variant<NameSelector, WildcardSelector, IndexSelector, SliceSelector, FilterSelector>;

/// Applies its selectors to a node, and if it descends to all that is below it, too.
struct Segment {
    bool descends = false;
    std::vector<Selector> selectors;
};

/// `$...` or, within a filter, `@...`.
struct Query {
    bool from_root = true;
    bool is_singular = true;  ///< by its form, blanks within brackets included
    std::vector<Segment> segments;
};

struct Call;

/// What is compared or given to a function: a literal, a query or the result of a function.
using Operand = std::variant<SharedJson, Query, std::shared_ptr<const Call>>;

/// A function with arguments of the right types.
struct Call {
    Function function = Function::kLength;
    std::vector<Operand> arguments;
    std::optional<Pattern> pattern;  ///< of match and search, if it stands in the query
};

struct AnyOf {
    std::vector<Condition> parts;
};
struct AllOf {
    std::vector<Condition> parts;
};
struct Not {
    std::shared_ptr<const Condition> part;
};
struct Comparison {
    Operator op = Operator::kEqual;
    Operand left;
    Operand right;
};

/// A logical expression. A chain of && or || is one, so that a long one is not deep. A query holds
/// if it selects anything.
struct Condition {
    std::variant<AnyOf, AllOf, Not, Comparison, Query, std::shared_ptr<const Call>> check;
};

}  // namespace plumbline::jsonpath

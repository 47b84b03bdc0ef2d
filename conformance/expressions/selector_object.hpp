#pragma once
// Selector Objects: a part of a value, selected by a query or a pointer.

#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/jsonpath_template.hpp"
#include "conformance/expressions/xpath_template.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::expressions {

/// Converts a pointer inside a value to a position in the suite.
using PointerLocator = std::function<SourceRef(const JsonPointer&)>;

/// Returns whether a value is a Selector Object: it has `context` (an expression), `selector` (a
/// string) and `type`. Any other object is a literal.
[[nodiscard]] bool is_selector_object(const Json& value);

/// A compiled Selector Object. Thread-safe: immutable. Source: Arazzo 1.1, "Selector Object".
class SelectorObject {
  public:
    /// Reads an object for which is_selector_object is true. `locate` returns the positions of its
    /// members. Errors: those of the query, the pointer and the context; kInvalid (an unknown
    /// type).
    [[nodiscard]] static Result<SelectorObject> read(const Json& object,
                                                     const PointerLocator& locate,
                                                     ExpressionGrammar grammar);

    /// Returns the value that a pointer or a singular query selects; for any other query, an array
    /// of the selected values. Errors: kUnresolved: a context that has no value or is null, no
    /// selected node, more than kMaxSelectedNodes nodes; kUnsupported: xpath.
    [[nodiscard]] Result<Json> evaluate(const Scope& scope) const;
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns warnings about queries that are legal but probably not intended, each with its
    /// position.
    [[nodiscard]] std::vector<Error> warnings() const;

  private:
    /// A JSON pointer that can contain `{$x}`.
    struct PointerTemplate {
        std::string text;
        Interpolation interpolation;

        [[nodiscard]] Expression::Uses uses() const { return interpolation.uses(); }
    };
    static Result<PointerTemplate> read_pointer(const std::string& text,
                                                const SourceRef& where,
                                                ExpressionGrammar grammar);

    Expression context_;
    std::variant<JsonPathTemplate, PointerTemplate, XPathTemplate> selector_;
    SourceRef where_;
};

}  // namespace plumbline::expressions

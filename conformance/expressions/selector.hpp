#pragma once
// Selector Objects: a part of a value, found by a query or a pointer.

#include "conformance/expressions/path.hpp"
#include "conformance/expressions/query.hpp"
#include "conformance/expressions/xpath.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::expressions {

/// Turns a pointer inside a value into a place of the suite.
using Locate = std::function<SourceRef(const JsonPointer&)>;

/// Says whether a value is meant as a Selector Object: it has `context` (an expression), `selector`
/// (a text) and `type`. Any other object is a literal.
[[nodiscard]] bool is_selector_object(const Json& value);

/// A compiled Selector Object. Thread: immutable. Source: Arazzo 1.1, "Selector Object".
class Selector {
  public:
    /// Reads an object for which is_selector_object holds. `locate` gives the places of its
    /// members. Errors: those of the query, the pointer and the context; kInvalid (an unknown
    /// type).
    [[nodiscard]] static Result<Selector> read(const Json& object, const Locate& locate);

    /// Returns the value that a pointer or a query for one node leads to; of any other query the
    /// array of the values selected. Errors: kUnresolved: a context without value or null, nothing
    /// selected, more than kMaxSelected nodes; kUnsupported: xpath.
    [[nodiscard]] Result<Json> evaluate(const Scope& scope) const;
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns what is legal and hardly meant, each with its place.
    [[nodiscard]] std::vector<Error> remarks() const;

  private:
    /// A JSON pointer, in which `{$x}` may stand.
    struct PointerText {
        std::string text;
        Interpolation cut;

        [[nodiscard]] Expression::Uses uses() const { return cut.uses(); }
    };
    static Result<PointerText> read_pointer(const std::string& text, const SourceRef& where);

    Path context_;
    std::variant<Query, PointerText, XPathText> way_;
    SourceRef where_;
};

}  // namespace plumbline::expressions

#pragma once
// Arazzo runtime expressions: `$response.body#/id`, `$steps.create.outputs.id`, `{$inputs.name}` in
// text.

#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::expressions {

/// A parsed runtime expression. Cheap to copy. Thread: immutable.
class Expression {
  public:
    /// Parses text that begins with `$` (`$message` outside events is fine). Errors: kSyntax, with
    /// `where` as place.
    [[nodiscard]] static Result<Expression> parse(std::string_view text,
                                                  const SourceRef& where = {});

    /// Returns the value with its type kept. Errors: kUnresolved; the message is
    /// `unresolved: EXPRESSION: which part led nowhere`.
    [[nodiscard]] Result<Json> evaluate(const Scope& scope) const;
    [[nodiscard]] const std::string& text() const;

    /// What an expression reads, for lint; each name once. Whether a dotted name is one name or a
    /// de-reference is known only to those who know the declarations.
    struct Uses {
        std::vector<std::string> steps;  ///< of $steps.S
        std::vector<std::string>
            outputs;  ///< `S.NAME` of $steps.S.outputs.NAME (whole dotted text)
        std::vector<std::string> workflows;    ///< of $workflows.W
        std::vector<std::string> inputs;       ///< of $inputs.NAME (whole dotted text)
        std::vector<std::string> sources;      ///< of $sourceDescriptions.N
        bool message = false;                  ///< $message
        std::vector<std::string> unsupported;  ///< what cannot be evaluated, as sentences
    };
    [[nodiscard]] Uses uses() const;

  private:
    struct Parsed;
    std::shared_ptr<const Parsed> parsed_;
};

/// A JSON value in which strings may be expressions (`$x` keeps its type) or hold `{$x}` (becomes
/// text). A string is an expression only if `$` is followed by the name of a root: `$5` and `$urls`
/// stay text, and so does `{$5}`. Keys of objects are never replaced. A Selector Object (`context`,
/// an expression, with `selector` and `type`) becomes what it selects. Cheap to copy. Thread:
/// immutable.
class Template {
  public:
    Template();  ///< the JSON value null
    /// Parses every string of `value`. Errors: as Expression::parse, and those of queries and
    /// pointers in Selector Objects; `where` names the whole value
    /// and `locate`, if given, turns a pointer inside it into a place.
    [[nodiscard]] static Result<Template> parse(
        const Json& value,
        const SourceRef& where = {},
        const std::function<SourceRef(const std::string&)>& locate = {});
    /// Returns the value with every expression replaced. Errors: kUnresolved, kUnsupported (xpath),
    /// with the string's place.
    [[nodiscard]] Result<Json> evaluate(const Scope& scope) const;
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns the value if no expression stands in it, else null.
    [[nodiscard]] const Json* literal() const;
    /// Returns what is legal in its queries and hardly meant, each with its place.
    [[nodiscard]] std::vector<Error> remarks() const;

  private:
    struct Parsed;
    std::shared_ptr<const Parsed> parsed_;
};

/// Returns a value as text for URLs, headers and messages: scalars plain, the rest as JSON text.
[[nodiscard]] std::string plain_text(const Json& value);

}  // namespace plumbline::expressions

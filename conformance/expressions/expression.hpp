#pragma once
// Arazzo runtime expressions: `$response.body#/id`, `$steps.create.outputs.id`, `{$inputs.name}` in
// text.

#include "conformance/expressions/expression_error.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/pointer.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::expressions {

/// The value that an expression starts from.
enum class ExpressionRoot {
    kUrl,
    kMethod,
    kStatusCode,
    kSelf,
    kRequestHeader,
    kRequestQuery,
    kRequestPath,
    kRequestBody,
    kResponseHeader,
    kResponseBody,
    kMessageHeader,
    kMessagePayload,
    kInputs,
    kOutputs,
    kSteps,
    kWorkflows,
    kSourceDescriptions,
    kComponents,
};

/// The versions of the grammar. Names of Arazzo 1.0 may have any characters (`name = *( CHAR )`),
/// those of 1.1 are letters, digits, `_` and `-` joined by dots.
enum class ExpressionGrammar { kArazzo10, kArazzo11 };

/// One member access: `.name` or `[index]`.
struct MemberAccess {
    std::string name;
    std::optional<std::size_t> index;  ///< set for `[index]`

    bool operator==(const MemberAccess&) const = default;
};

/// One way to split the end of an expression of Arazzo 1.0 into a name and what follows it.
struct NameReading {
    std::string name;
    std::vector<MemberAccess> accesses{};
    JsonPointer pointer{};
};

/// A parsed runtime expression.
struct Expression {
    std::string text;
    ExpressionRoot root = ExpressionRoot::kUrl;
    std::string field;  ///< for header, query and path: the rest of the text, including dots
    std::vector<MemberAccess> accesses;  ///< member accesses, for the other roots that contain JSON
    JsonPointer pointer;                 ///< pointer after `#`; empty for the whole value
    SourceRef where{};                   ///< for errors of the evaluation
    /// Arazzo 1.0: the ways to read the last of `accesses`, which is the rest of the text; the
    /// longest name first. The first whose name exists is meant.
    std::vector<NameReading> readings{};

    /// Parses text that begins with `$` (`$message` is accepted outside events). Errors: kSyntax
    /// and kLimit, at `where`.
    [[nodiscard]] static Result<Expression> parse(
        std::string_view text,
        const SourceRef& where = {},
        ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);

    /// The names that an expression reads, for lint; each name once. Only the declarations show
    /// whether a dotted name is one name or a dereference.
    struct Uses {
        std::vector<std::string> steps;  ///< names S in $steps.S
        std::vector<std::string>
            outputs;  ///< names `S.NAME` in $steps.S.outputs.NAME (whole dotted text)
        std::vector<std::string> workflows;     ///< names W in $workflows.W
        std::vector<std::string> inputs;        ///< names in $inputs.NAME (whole dotted text)
        std::vector<std::string> sources;       ///< names N in $sourceDescriptions.N
        std::vector<std::string> output_texts;  ///< whole expressions $steps and $workflows
        bool message = false;                   ///< it reads $message
        std::vector<std::string> unsupported;   ///< parts that cannot be evaluated, as sentences

        /// Adds the names of `more`, without duplicates.
        void merge(const Uses& more);
    };
    [[nodiscard]] Uses uses() const;

    /// Returns the number of accesses before a name that may contain dots, or nothing if no name
    /// may.
    /// Source: Arazzo 1.1, `identifier` against `identifier-strict`.
    [[nodiscard]] std::optional<std::size_t> dotted_name_index() const;
    /// Returns the consecutive `.name` accesses from `first` on, joined by dots.
    [[nodiscard]] std::string dotted_name(std::size_t first) const;
};

/// Parses a part of a larger text as one expression. Errors: kSyntax, kLimit.
[[nodiscard]] ExpressionResult<Expression> parse_expression(
    std::string_view text, ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);

/// Parses the `context` of a criterion or selector. Errors: as Expression::parse; the message
/// states that the context is wrong.
[[nodiscard]] Result<Expression> parse_context(const std::string& text,
                                               const SourceRef& where,
                                               ExpressionGrammar grammar);

/// Returns whether `text` begins with `$` and the name of a root; `$5` and `$urls` are plain text.
/// Errors: a misspelled root that is followed by a dot (`$respons.body`), which is unlikely to be
/// meant as plain text.
[[nodiscard]] ExpressionResult<bool> begins_expression(std::string_view text);

/// Returns the value of an expression with its type. Errors: kUnresolved; the message is
/// `unresolved: EXPRESSION: the part that has no value`.
[[nodiscard]] Result<Json> resolve(const Expression& expression, const Scope& scope);

/// A JSON value in which strings can be expressions (`$x` keeps its type) or contain `{$x}`
/// (becomes text). A string is an expression only if `$` is followed by the name of a root: `$5`,
/// `$urls` and `{$5}` are plain text. Object keys are never replaced. A Selector Object (`context`,
/// an expression, with `selector` and `type`) is replaced by what it selects. Cheap to copy.
/// Thread-safe: immutable.
class Template {
  public:
    Template();  ///< the JSON value null
    /// Parses every string of `value`. Errors: as Expression::parse, and those of queries and
    /// pointers in Selector Objects. `where` is the position of the whole value; `locate`, if
    /// given, converts a pointer inside it to a position.
    [[nodiscard]] static Result<Template> parse(
        const Json& value,
        const SourceRef& where = {},
        const std::function<SourceRef(const std::string&)>& locate = {},
        ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);
    /// Returns the value with every expression replaced. Errors: kUnresolved, kUnsupported (xpath),
    /// with the position of the string.
    [[nodiscard]] Result<Json> evaluate(const Scope& scope) const;
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns the value if it contains no expression, else null.
    [[nodiscard]] const Json* literal() const;
    /// Returns warnings about queries that are legal but probably not intended, each with its
    /// position.
    [[nodiscard]] std::vector<Error> warnings() const;

  private:
    struct ParsedTemplate;
    std::shared_ptr<const ParsedTemplate> parsed_;
};

}  // namespace plumbline::expressions

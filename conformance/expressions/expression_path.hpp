#pragma once
// The grammar of one runtime expression: parses text to an ExpressionPath without using values.

#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/expression_error.hpp"
#include "spec/json/pointer.hpp"

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

/// One member access: `.name` or `[index]`.
struct MemberAccess {
    std::string name;
    std::optional<std::size_t> index;  ///< set for `[index]`

    bool operator==(const MemberAccess&) const = default;
};

/// A parsed runtime expression.
struct ExpressionPath {
    std::string text;
    ExpressionRoot root = ExpressionRoot::kUrl;
    std::string field;  ///< for header, query and path: the rest of the text, including dots
    std::vector<MemberAccess> accesses;  ///< member accesses, for the other roots that contain JSON
    JsonPointer pointer;                 ///< pointer after `#`; empty for the whole value

    /// Returns the number of accesses before a name that may contain dots, or nothing if no name
    /// may.
    /// Source: Arazzo 1.1, `identifier` against `identifier-strict`.
    [[nodiscard]] std::optional<std::size_t> dotted_name_index() const;
    /// Returns the consecutive `.name` accesses from `first` on, joined by dots.
    [[nodiscard]] std::string dotted_name(std::size_t first) const;
    [[nodiscard]] Expression::Uses uses() const;
};

/// Parses a whole text as one expression. Errors: kSyntax, kLimit.
[[nodiscard]] ExpressionResult<ExpressionPath> parse_expression_path(std::string_view text);

/// Returns whether `text` begins with `$` and the name of a root; `$5` and `$urls` are plain text.
/// Errors: a misspelled root that is followed by a dot (`$respons.body`), which is unlikely to be
/// meant as plain text.
[[nodiscard]] ExpressionResult<bool> begins_expression(std::string_view text);

/// Adds the names of `more` to `uses`, without duplicates.
void merge_uses(Expression::Uses& uses, const Expression::Uses& more);

}  // namespace plumbline::expressions

#pragma once
// The grammar of one runtime expression: text to a Path, no values involved.

#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/fault.hpp"
#include "spec/json/pointer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::expressions {

/// What an expression starts from.
enum class Root {
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

/// One step down: `.name` or `[index]`.
struct Access {
    std::string name;
    std::optional<std::size_t> index;  ///< set for `[index]`

    bool operator==(const Access&) const = default;
};

/// A parsed runtime expression.
struct Path {
    std::string text;
    Root root = Root::kUrl;
    std::string field;             ///< of header, query, path: the rest of the text, dots and all
    std::vector<Access> accesses;  ///< of the other roots that hold JSON
    JsonPointer pointer;           ///< behind `#`; empty: the whole value

    /// Returns how many accesses stand before a name that may itself hold dots, or nothing if none
    /// may. Source: Arazzo 1.1, `identifier` against `identifier-strict`.
    [[nodiscard]] std::optional<std::size_t> dotted_name_at() const;
    /// Returns the run of `.name` accesses from `first` on, joined by dots.
    [[nodiscard]] std::string dotted_name(std::size_t first) const;
    [[nodiscard]] Expression::Uses uses() const;
};

/// Reads a whole text as one expression. Faults: kSyntax, kLimit.
[[nodiscard]] Parse<Path> parse_path(std::string_view text);

/// Says whether `text` begins with `$` and the name of a root; `$5` and `$urls` are plain text.
/// Faults: a near miss that goes on with a dot (`$respons.body`), which nobody means as plain text.
[[nodiscard]] Parse<bool> begins_expression(std::string_view text);

/// Adds what `more` reads, without repeats.
void merge_uses(Expression::Uses& uses, const Expression::Uses& more);

}  // namespace plumbline::expressions

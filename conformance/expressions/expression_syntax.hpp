#pragma once
// The syntax of runtime expressions: one table, used by the parser and by messages.

#include "conformance/expressions/expression.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::expressions {

/// What may follow the prefix of an expression.
enum class ExpressionSuffix {
    kNothing,  ///< the prefix is the whole expression
    kField,    ///< the rest is one name with any characters
    kAccess,   ///< names, indexes and a pointer
};

/// The syntax of one kind of expression.
struct ExpressionSyntax {
    std::string_view prefix;
    ExpressionRoot root;
    ExpressionSuffix suffix;
    std::string_view usage;
    std::size_t name_count = 0;  ///< number of names that must follow the prefix
    std::string_view second_names =
        {};  ///< names that the second of them may be, split by |; if empty, any
};

/// Returns the row whose prefix `text` begins with, or null.
[[nodiscard]] const ExpressionSyntax* syntax_of(std::string_view text);
[[nodiscard]] const ExpressionSyntax& syntax_of(ExpressionRoot root);

/// Returns whether an expression can begin with `$` and this word.
[[nodiscard]] bool is_root_name(std::string_view word);
/// Returns the root name nearest to a misspelled word, or "".
[[nodiscard]] std::string nearest_root_name(std::string_view word);
/// Returns all root names as a list for messages.
[[nodiscard]] std::string root_names_text();
/// Returns the usages of the expressions that begin with `$` and `word`, as a list for messages.
[[nodiscard]] std::string usages_text(std::string_view word);

/// Returns the letters, digits, `_` and `-` from `start` on (bytes beyond ASCII count as letters).
[[nodiscard]] std::string_view identifier_at(std::string_view text, std::size_t start);

}  // namespace plumbline::expressions

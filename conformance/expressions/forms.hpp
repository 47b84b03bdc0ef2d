#pragma once
// The forms a runtime expression may take: one table, read by parser and messages.

#include "conformance/expressions/path.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::expressions {

/// What may follow the prefix of a form.
enum class Tail {
    kNothing,  ///< the prefix is the whole expression
    kField,    ///< the rest is one name, whatever it holds
    kAccess,   ///< names, indexes and a pointer
};

/// One form.
struct Form {
    std::string_view prefix;
    Root root;
    Tail tail;
    std::string_view usage;
    std::size_t names = 0;        ///< how many names must follow the prefix
    std::string_view words = {};  ///< what the second of them may be, split by |; "": anything
};

/// Returns the form that `text` begins with, or null.
[[nodiscard]] const Form* form_of(std::string_view text);
[[nodiscard]] const Form& form_of(Root root);

/// Says whether some form begins with `$` and this word.
[[nodiscard]] bool is_root_word(std::string_view word);
/// Returns the root word nearest to a misspelt one, or "".
[[nodiscard]] std::string nearest_root_word(std::string_view word);
/// Returns all root words as a list for messages.
[[nodiscard]] std::string root_words_text();
/// Returns how the forms that begin with `$` and `word` are written, as a list for messages.
[[nodiscard]] std::string usages_text(std::string_view word);

/// Returns the letters, digits, `_` and `-` from `start` on (bytes beyond ASCII count as letters).
[[nodiscard]] std::string_view identifier_at(std::string_view text, std::size_t start);

}  // namespace plumbline::expressions

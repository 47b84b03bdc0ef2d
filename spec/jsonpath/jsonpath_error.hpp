#pragma once
// An error in a query, and its conversion to an Error that points at it.

#include "spec/base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// An error at a byte of a query.
struct JsonPathError {
    std::size_t offset = 0;
    std::string message;
    ErrorCode code = ErrorCode::kSyntax;
};

/// Returns an error's message after its column in `query`: `column 7: ...`. Columns count
/// characters from 1.
[[nodiscard]] std::string message_with_column(const JsonPathError& error, std::string_view query);

/// Returns the Error with the query, on one line, and a caret in its notes.
[[nodiscard]] Error to_error(const JsonPathError& error, std::string_view query);

/// Returns a part of a query in backquotes for a message, on one line and shortened.
[[nodiscard]] std::string backquoted(std::string_view part);

}  // namespace plumbline::jsonpath

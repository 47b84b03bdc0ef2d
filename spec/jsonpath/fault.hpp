#pragma once
// A mistake in a query, and the Error that points at it.

#include "spec/base/error.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// Says what is wrong at a byte of a query.
struct Fault {
    std::size_t offset = 0;
    std::string message;
    ErrorCode code = ErrorCode::kSyntax;
};

template <typename T>
using Parse = tl::expected<T, Fault>;

/// Makes the failed Parse of any value type.
[[nodiscard]] tl::unexpected<Fault> fault(std::size_t offset,
                                          std::string message,
                                          ErrorCode code = ErrorCode::kSyntax);

/// Returns a Fault's message behind its column in `query`: `column 7: ...`. Columns count
/// characters from 1.
[[nodiscard]] std::string located(const Fault& fault, std::string_view query);

/// Returns the Error for a Fault. Its notes show the query, on one line, with a caret.
[[nodiscard]] Error error_of(const Fault& fault, std::string_view query);

/// Returns the character at `offset` in backquotes, or `the end`, for a message.
[[nodiscard]] std::string character_at(std::string_view query, std::size_t offset);

/// Returns a part of a query in backquotes for a message, on one line and cut where it is long.
[[nodiscard]] std::string backquoted(std::string_view part);

}  // namespace plumbline::jsonpath

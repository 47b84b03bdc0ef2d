#pragma once
// An error at a position of a text, and the Error that shows it.

#include "spec/base/error.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::expressions {

/// Limits of one expression or condition. Units: bytes; levels of nesting.
inline constexpr std::size_t kMaxExpressionBytes = std::size_t{64} * 1024U;
inline constexpr int kMaxDepth = 64;

/// An error at a byte offset of a text. Parsers return it because only their caller knows the
/// larger text that the part belongs to.
struct ExpressionError {
    std::size_t offset = 0;
    std::string message;
    ErrorCode code = ErrorCode::kSyntax;
};

template <typename T>
using ExpressionResult = tl::expected<T, ExpressionError>;

/// Returns the failed ExpressionResult of any value type.
[[nodiscard]] inline tl::unexpected<ExpressionError> fail_at(std::size_t offset,
                                                             std::string message,
                                                             ErrorCode code = ErrorCode::kSyntax) {
    return tl::unexpected<ExpressionError>(ExpressionError{offset, std::move(message), code});
}

/// Returns the error of a part that begins at `start` of the larger text.
[[nodiscard]] tl::unexpected<ExpressionError> shifted(ExpressionError inner, std::size_t start);

/// Returns the Error for an ExpressionError in `text`. Its notes show the text with a caret under
/// the byte: YAML folds and quotes text, so the offset cannot be added to the line and column of
/// `where`.
[[nodiscard]] Error error_at(const ExpressionError& error,
                             std::string_view text,
                             const SourceRef& where);

}  // namespace plumbline::expressions

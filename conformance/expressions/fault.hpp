#pragma once
// A mistake inside a text, and the Error that points at it.

#include "spec/base/error.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::expressions {

/// Bounds on one expression or condition. Units: bytes; levels of nesting.
inline constexpr std::size_t kMaxExpressionBytes = std::size_t{64} * 1024U;
inline constexpr int kMaxDepth = 64;

/// Says what is wrong at a byte of a text. Parsers answer with it, since only their caller knows
/// which larger text the part was cut from.
struct Fault {
    std::size_t offset = 0;
    std::string message;
    ErrorCode code = ErrorCode::kSyntax;
};

template <typename T>
using Parse = tl::expected<T, Fault>;

/// Makes the failed Parse of any value type.
[[nodiscard]] inline tl::unexpected<Fault> fault(std::size_t offset,
                                                 std::string message,
                                                 ErrorCode code = ErrorCode::kSyntax) {
    return tl::unexpected<Fault>(Fault{offset, std::move(message), code});
}

/// Passes a Fault on from a part that began at `start` of the larger text.
[[nodiscard]] tl::unexpected<Fault> shifted(Fault inner, std::size_t start);

/// Returns the character at `offset` in backquotes, or `the end`, for a message.
[[nodiscard]] std::string character_at(std::string_view text, std::size_t offset);

/// Returns the Error for a Fault in `text`. Its notes show the text with a caret under the byte:
/// YAML folds and quotes text, so line and column of `where` cannot be advanced by the offset.
[[nodiscard]] Error error_at(const Fault& mistake, std::string_view text, const SourceRef& where);

}  // namespace plumbline::expressions

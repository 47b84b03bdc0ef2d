#pragma once
// The return type of functions that can fail for an external reason: a value or an Error.

#include "spec/base/error.hpp"

#include <tl/expected.hpp>

#include <utility>

namespace plumbline {

/// Holds a value or the Error that explains why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

/// Returns a failed Result of any value type.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code,
                                                std::string message,
                                                SourceRef where = {},
                                                std::vector<std::string> notes = {}) {
    return tl::unexpected<Error>(
        Error{code, std::move(message), std::move(where), std::move(notes)});
}

/// Returns `error` as the failed Result of another value type.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

}  // namespace plumbline

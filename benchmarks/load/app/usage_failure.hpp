#pragma once
// Errors of the caller's options.

#include "spec/base/result.hpp"

#include <string>

namespace plumbline::load {

/// Returns an Error of kUsage, with a note how to fix it unless that is empty.
[[nodiscard]] inline tl::unexpected<Error> usage_failure(std::string message,
                                                         std::string note = "") {
    if (note.empty()) return fail(ErrorCode::kUsage, std::move(message));
    return fail(ErrorCode::kUsage, std::move(message), {}, {std::move(note)});
}

}  // namespace plumbline::load

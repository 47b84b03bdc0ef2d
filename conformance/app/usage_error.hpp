#pragma once
// The errors of options and profiles.

#include "spec/base/result.hpp"

#include <string>
#include <utility>
#include <vector>

namespace plumbline::app {

/// Returns an Error of the code kUsage as a failed Result; `fix` says what to do, if the message
/// does not.
[[nodiscard]] inline tl::unexpected<Error> usage_error(std::string message, std::string fix = "") {
    std::vector<std::string> notes;
    if (!fix.empty()) notes.push_back(std::move(fix));
    return fail(ErrorCode::kUsage, std::move(message), {}, std::move(notes));
}

/// Returns an error whose message begins with the option or file that it is about.
[[nodiscard]] inline Error error_about(const std::string& subject, Error error) {
    error.message = subject + ": " + error.message;
    return error;
}

}  // namespace plumbline::app

#pragma once
// Matchers for Result and Error, for the tests of every module.

#include "spec/base/result.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <type_traits>

namespace plumbline {

inline void PrintTo(const Error& error, std::ostream* out) {
    *out << to_text(error);
}

template <typename T>
void PrintTo(const Result<T>& result, std::ostream* out) {
    if (!result) {
        *out << "failed: " << to_text(result.error());
    } else if constexpr (std::is_void_v<T>) {
        *out << "succeeded";
    } else {
        *out << testing::PrintToString(*result);
    }
}

MATCHER(IsOk, "") {
    if (!arg) *result_listener << "failed: " << to_text(arg.error());
    return arg.has_value();
}

MATCHER_P(IsErrorCode, code, std::string("fails with ") + std::string(to_text(code))) {
    if (arg) {
        *result_listener << "succeeded";
        return false;
    }
    *result_listener << to_text(arg.error().code) << ": " << to_text(arg.error());
    return arg.error().code == code;
}

MATCHER_P(FailsWithText, part, "fails with a text containing \"" + part + '"') {
    if (arg) {
        *result_listener << "succeeded";
        return false;
    }
    *result_listener << to_text(arg.error());
    return to_text(arg.error()).find(part) != std::string::npos;
}

/// Matches a failed Result whose whole text (position, message, notes) contains `part`. One type
/// for literals of every length saves the compiler a matcher class for each.
inline auto FailsWith(std::string_view part) {
    return FailsWithText(std::string(part));
}

}  // namespace plumbline

#pragma once
// Broken invariants of our own end the program with their reason; they are never an Error.

#include <string_view>

namespace plumbline::detail {
[[noreturn]] void check_failed(const char* file,
                               int line,
                               const char* condition,
                               std::string_view why);
}  // namespace plumbline::detail

/// Aborts with file, line, condition and reason unless `condition` holds. On in every build type.
#define PLUMBLINE_CHECK(condition, why) \
    ((condition) ? void(0) : ::plumbline::detail::check_failed(__FILE__, __LINE__, #condition, why))

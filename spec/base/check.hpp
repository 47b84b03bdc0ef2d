#pragma once
// Checks of internal invariants: a broken one aborts the program with its reason. It is never an
// Error.

#include <string_view>

namespace plumbline::detail {
[[noreturn]] void check_failed(const char* file,
                               int line,
                               const char* condition,
                               std::string_view why);
}  // namespace plumbline::detail

/// Aborts with file, line, condition and reason if `condition` is false. Active in every build
/// type.
#define PLUMBLINE_CHECK(condition, why) \
    ((condition) ? void(0) : ::plumbline::detail::check_failed(__FILE__, __LINE__, #condition, why))

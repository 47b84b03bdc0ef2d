#pragma once
// The memory that computed values take.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>

namespace plumbline::expressions {

/// The most bytes of one value that a template gives: a suite can double a text with each step.
inline constexpr std::size_t kMaxComputedBytes = std::size_t{16} * 1024U * 1024U;

/// Returns about how many bytes of memory a value takes; stops counting beyond `enough`.
[[nodiscard]] std::size_t size_in_memory(const Json& value, std::size_t enough);

/// Returns the Error of a value beyond kMaxComputedBytes: kLimit.
[[nodiscard]] tl::unexpected<Error> too_large_value();

}  // namespace plumbline::expressions

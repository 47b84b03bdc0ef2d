#pragma once
// The limit of computed values.

#include "spec/base/result.hpp"

#include <cstddef>

namespace plumbline::expressions {

/// The most bytes of one value that a template gives: a suite can double a text with each step.
inline constexpr std::size_t kMaxComputedBytes = std::size_t{16} * 1024U * 1024U;

/// Returns the Error of a value beyond kMaxComputedBytes: kLimit.
[[nodiscard]] tl::unexpected<Error> too_large_value();

}  // namespace plumbline::expressions

#pragma once
// Sums that stay full instead of starting again from 0. Full sums still add up to the same in any
// order, which merging relies on.

#include <cstdint>
#include <limits>

namespace plumbline::load {

inline constexpr std::uint64_t kFull = std::numeric_limits<std::uint64_t>::max();

[[nodiscard]] inline std::uint64_t full_sum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kFull : sum;
}

[[nodiscard]] inline std::uint64_t full_product(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? kFull : product;
}

}  // namespace plumbline::load

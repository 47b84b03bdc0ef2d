#pragma once
// Saturating arithmetic: results that exceed the range stay at its maximum instead of wrapping
// around. Saturated sums do not depend on the order of addition, so histograms merge to the same
// sum in any order.

#include <cstdint>
#include <limits>

namespace plumbline::load {

inline constexpr std::uint64_t kSaturated = std::numeric_limits<std::uint64_t>::max();

[[nodiscard]] inline std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kSaturated : sum;
}

[[nodiscard]] inline std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? kSaturated : product;
}

}  // namespace plumbline::load

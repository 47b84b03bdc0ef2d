#include "benchmarks/load/drive/request_choice.hpp"

#include <algorithm>

namespace plumbline::load {

RequestChoice::RequestChoice(const std::vector<double>& weights,
                             std::uint64_t seed,
                             std::uint64_t shard) {
    double sum = 0;
    for (const double weight : weights) sums_.push_back(sum += weight);
    if (sums_.empty()) sums_.push_back(1);
    std::seed_seq numbers{seed & 0xFFFFFFFFU, seed >> 32U, shard};
    random_.seed(numbers);
}

std::size_t RequestChoice::next() {
    if (size() == 1) return 0;
    constexpr double kSteps = 9007199254740992.0;  // 2^53
    const double at = static_cast<double>(random_() >> 11U) / kSteps * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), at);
    // Rounding may give the sum itself.
    return std::min(static_cast<std::size_t>(found - sums_.begin()), size() - 1);
}

}  // namespace plumbline::load

#include "benchmarks/load/drive/request_choice.hpp"

#include <algorithm>

namespace plumbline::load {

RequestChoice::RequestChoice(const std::vector<double>& weights, const RandomSeed& seed)
    : random_(random_of(RandomUse::kRequest, seed)) {
    double sum = 0;
    for (const double weight : weights) sums_.push_back(sum += weight);
    if (sums_.empty()) sums_.push_back(1);
}

std::size_t RequestChoice::next() {
    if (size() == 1) return 0;
    const double at = uniform(random_) * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), at);
    // Rounding may give the sum itself.
    return std::min(static_cast<std::size_t>(found - sums_.begin()), size() - 1);
}

}  // namespace plumbline::load

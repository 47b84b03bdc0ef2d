#pragma once
// Chooses the requests of a level.

#include "benchmarks/load/drive/random_numbers.hpp"

#include <cstddef>
#include <random>
#include <vector>

namespace plumbline::load {

/// Chooses by weight, independently for each request; the same seed gives the same choices. Not
/// thread-safe: nothing guards its state.
class RequestChoice {
  public:
    /// `weights` are above 0; without any there is one request.
    RequestChoice(const std::vector<double>& weights, const RandomSeed& seed);

    /// Returns an index of the weights.
    [[nodiscard]] std::size_t next();
    /// Returns the number of requests to choose from, at least 1.
    [[nodiscard]] std::size_t size() const { return sums_.size(); }

  private:
    std::vector<double> sums_;  ///< of the weights up to each index
    std::mt19937_64 random_;
};

}  // namespace plumbline::load

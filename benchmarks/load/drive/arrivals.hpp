#pragma once
// When the requests of an open loop are to be sent.

#include "spec/base/clock.hpp"

#include <cstdint>
#include <random>

namespace plumbline::load {

enum class Arrival {
    kConstant,  ///< evenly
    kPoisson,   ///< at random and independent of one another, as those of many users
};

/// Gives one intended start after the other. The same seed gives the same ones. Thread: one.
class Arrivals {
  public:
    /// `per_second` > 0. Of shards that make up one load each has its own number, from 0, and its
    /// part of the rate: evenly spaced ones interleave.
    Arrivals(Arrival arrival,
             double per_second,
             std::uint64_t seed,
             std::uint64_t shard = 0,
             std::uint64_t shards = 1);

    /// Returns the next one, counted from the beginning of the load.
    [[nodiscard]] Duration next();

  private:
    Arrival arrival_;
    double gap_ns_;
    double at_ns_ = 0;
    std::uint64_t count_ = 0;
    double first_ns_;
    std::mt19937_64 random_;
};

}  // namespace plumbline::load

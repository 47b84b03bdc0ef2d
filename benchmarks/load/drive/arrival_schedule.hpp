#pragma once
// The times at which an open loop sends its requests.

#include "spec/base/clock.hpp"

#include <cstdint>
#include <random>

namespace plumbline::load {

enum class ArrivalProcess {
    kConstant,  ///< at equal intervals
    kPoisson,   ///< at random and independent of each other, like requests of many users
};

/// Returns the intended start times one by one; the same seed gives the same times. Not
/// thread-safe: nothing guards its state.
class ArrivalSchedule {
  public:
    /// `per_second` > 0. `shard` is the index of this shard, from 0, of `shards` that generate one
    /// load together; each gets its share of the rate, and evenly spaced arrivals interleave.
    ArrivalSchedule(ArrivalProcess arrival,
                    double per_second,
                    std::uint64_t seed,
                    std::uint64_t shard = 0,
                    std::uint64_t shards = 1);

    /// Returns the next start time, relative to the start of the load.
    [[nodiscard]] Duration next();

  private:
    ArrivalProcess arrival_;
    double gap_ns_;
    double at_ns_ = 0;
    std::uint64_t count_ = 0;
    double first_ns_;
    std::mt19937_64 random_;
};

}  // namespace plumbline::load

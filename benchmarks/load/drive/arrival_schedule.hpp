#pragma once
// The times at which an open loop sends its requests.

#include "benchmarks/load/drive/load_stages.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace plumbline::load {

enum class ArrivalProcess {
    kConstant,  ///< at equal intervals
    kPoisson,   ///< at random and independent of each other, like requests of many users
    kGamma,     ///< at random, with intervals of a gamma distribution
};

struct ArrivalOptions {
    ArrivalProcess arrival = ArrivalProcess::kConstant;
    /// Of gamma intervals, above 0: 1 is kPoisson, less makes bursts, more is more even. The
    /// variance of the intervals is the square of their mean divided by it.
    double shape = 1;
    double per_second = 1;            ///< above 0; without a meaning if there are stages
    std::vector<LoadStage> stages{};  ///< rates that change
    std::uint64_t seed = 1;
    std::uint64_t repetition = 0;  ///< from 0; random times differ
    /// Index of this shard, from 0, of `shards` that generate one load together; each gets its
    /// share of the rate. Evenly spaced arrivals interleave, random times differ.
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;
};

/// Returns the intended start times one by one; the same options give the same times. Not
/// thread-safe: nothing guards its state.
class ArrivalSchedule {
  public:
    explicit ArrivalSchedule(const ArrivalOptions& options);

    /// Returns the next start time, relative to the start of the load; kNever after the last stage
    /// and from kNever on.
    [[nodiscard]] Duration next();

    /// Later than any load.
    static constexpr Duration kNever = std::chrono::hours(24 * 365);

  private:
    /// Returns how many requests are due on average until the next one.
    [[nodiscard]] double next_position();
    /// Returns a number with a gamma distribution of this shape and the scale 1.
    [[nodiscard]] double gamma(double shape);

    ArrivalOptions options_;
    double position_ = 0;
    std::uint64_t count_ = 0;
    std::mt19937_64 random_;
};

}  // namespace plumbline::load

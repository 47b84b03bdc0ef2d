#pragma once
// Random numbers of a level.

#include <cstdint>
#include <random>

namespace plumbline::load {

/// What random numbers decide. Each use has a sequence of its own, so that none follows another.
enum class RandomUse { kArrival, kRequest, kThinkTime };

/// Selects the sequences of a level: those of other repetitions and shards differ.
struct RandomSeed {
    std::uint64_t seed = 1;
    std::uint64_t repetition = 0;
    std::uint64_t shard = 0;
};

[[nodiscard]] std::mt19937_64 random_of(RandomUse use, const RandomSeed& seed);

/// Returns the next number between 0 and 1, without both. Not a distribution of the standard
/// library: their sequences differ between libraries.
[[nodiscard]] double uniform(std::mt19937_64& random);

}  // namespace plumbline::load

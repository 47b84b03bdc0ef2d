#include "benchmarks/load/drive/random_numbers.hpp"

namespace plumbline::load {

std::mt19937_64 random_of(RandomUse use, const RandomSeed& seed) {
    // A sum of them would make sequences coincide.
    std::seed_seq numbers{seed.seed & 0xFFFFFFFFU,
                          seed.seed >> 32U,
                          seed.repetition,
                          seed.shard,
                          static_cast<std::uint64_t>(use)};
    return std::mt19937_64(numbers);
}

double uniform(std::mt19937_64& random) {
    constexpr double kSteps = 9007199254740992.0;  // 2^53
    return (static_cast<double>(random() >> 11U) + 0.5) / kSteps;
}

}  // namespace plumbline::load

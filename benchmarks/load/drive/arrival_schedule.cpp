#include "benchmarks/load/drive/arrival_schedule.hpp"

#include "spec/base/check.hpp"

#include <cmath>
#include <numbers>

namespace plumbline::load {
namespace {

constexpr double kSecondInNs = 1e9;

/// A sequence of its own for each seed, repetition and shard: sums of them would coincide.
std::mt19937_64 random_of(const ArrivalOptions& options) {
    std::seed_seq numbers{
        options.seed & 0xFFFFFFFFU, options.seed >> 32U, options.repetition, options.shard};
    return std::mt19937_64(numbers);
}

}  // namespace

ArrivalSchedule::ArrivalSchedule(const ArrivalOptions& options)
    : options_(options), random_(random_of(options)) {
    PLUMBLINE_CHECK(options.per_second > 0, "a rate is above 0");
    PLUMBLINE_CHECK(options.shape > 0, "a shape is above 0");
    PLUMBLINE_CHECK(options.shard < options.shards, "shards are counted from 0");
}

Duration ArrivalSchedule::next() {
    const double position = next_position();
    if (!options_.stages.empty()) return time_of_sum(options_.stages, position).value_or(kNever);
    return Duration(std::llround(position / options_.per_second * kSecondInNs));
}

double ArrivalSchedule::next_position() {
    switch (options_.arrival) {
        case ArrivalProcess::kConstant:
            // Computed from the count: repeated addition would accumulate rounding errors.
            return static_cast<double>(options_.shard) / static_cast<double>(options_.shards) +
                   static_cast<double>(count_++);
        case ArrivalProcess::kPoisson:
            return position_ -= std::log(uniform());
        case ArrivalProcess::kGamma:
            return position_ += gamma(options_.shape) / options_.shape;
    }
    return position_;
}

// Not the distributions of the standard library: their sequences differ between libraries.
double ArrivalSchedule::uniform() {
    constexpr double kSteps = 9007199254740992.0;  // 2^53
    return (static_cast<double>(random_() >> 11U) + 0.5) / kSteps;
}

// Source: Marsaglia and Tsang, "A simple method for generating gamma variables", 2000.
double ArrivalSchedule::gamma(double shape) {
    if (shape < 1) {
        const double larger = gamma(shape + 1);
        return larger * std::pow(uniform(), 1 / shape);
    }
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    while (true) {
        // A normal number, by the method of Box and Muller.
        const double radius = std::sqrt(-2 * std::log(uniform()));
        const double x = radius * std::cos(2 * std::numbers::pi * uniform());
        const double v = std::pow(1 + c * x, 3);
        if (v > 0 && std::log(uniform()) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
    }
}

}  // namespace plumbline::load

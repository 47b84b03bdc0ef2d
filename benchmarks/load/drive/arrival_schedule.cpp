#include "benchmarks/load/drive/arrival_schedule.hpp"

#include "benchmarks/load/drive/random_numbers.hpp"
#include "spec/base/check.hpp"

#include <cmath>
#include <numbers>

namespace plumbline::load {
namespace {

constexpr double kSecondInNs = 1e9;

}  // namespace

ArrivalSchedule::ArrivalSchedule(const ArrivalOptions& options)
    : options_(options),
      random_(random_of(RandomUse::kArrival, {options.seed, options.repetition, options.shard})) {
    PLUMBLINE_CHECK(options.per_second > 0, "a rate is above 0");
    PLUMBLINE_CHECK(options.shape > 0, "a shape is above 0");
    PLUMBLINE_CHECK(options.shard < options.shards, "shards are counted from 0");
}

Duration ArrivalSchedule::next() {
    const double position = next_position();
    if (!options_.stages.empty()) return time_of_sum(options_.stages, position).value_or(kNever);
    const double ns = position / options_.per_second * kSecondInNs;
    // A larger number of nanoseconds would overflow.
    return ns < static_cast<double>(kNever.count()) ? Duration(std::llround(ns)) : kNever;
}

double ArrivalSchedule::next_position() {
    switch (options_.arrival) {
        case ArrivalProcess::kConstant:
            // Computed from the count: repeated addition would accumulate rounding errors.
            return static_cast<double>(options_.shard) / static_cast<double>(options_.shards) +
                   static_cast<double>(count_++);
        case ArrivalProcess::kPoisson:
            return position_ -= std::log(uniform(random_));
        case ArrivalProcess::kGamma:
            return position_ += gamma(options_.shape) / options_.shape;
    }
    return position_;
}

// Source: Marsaglia and Tsang, "A simple method for generating gamma variables", 2000.
double ArrivalSchedule::gamma(double shape) {
    if (shape < 1) {
        const double larger = gamma(shape + 1);
        return larger * std::pow(uniform(random_), 1 / shape);
    }
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    while (true) {
        // A normal number, by the method of Box and Muller.
        const double radius = std::sqrt(-2 * std::log(uniform(random_)));
        const double x = radius * std::cos(2 * std::numbers::pi * uniform(random_));
        const double v = std::pow(1 + c * x, 3);
        if (v > 0 && std::log(uniform(random_)) < x * x / 2 + d - d * v + d * std::log(v))
            return d * v;
    }
}

}  // namespace plumbline::load

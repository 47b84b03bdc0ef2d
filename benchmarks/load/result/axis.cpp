#include "benchmarks/load/result/axis.hpp"

#include "benchmarks/load/result/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plumbline::load {
namespace {

constexpr std::array kRound = {1.0, 2.0, 5.0};
constexpr double kTicks = 5;
// What rounding may add to a ratio that is one exactly.
constexpr double kSlack = 1e-9;

int exponent_below(double value) {
    return static_cast<int>(std::floor(std::log10(value) + kSlack));
}

bool is_above_zero(double value) {
    return value > 0 && std::isfinite(value);
}

/// The least of 1, 2, 5 times a power of ten that is not below `value`.
double round_up(double value) {
    const double power = std::pow(10, exponent_below(value));
    for (const double factor : kRound) {
        if (factor * power >= value * (1 - kSlack)) return factor * power;
    }
    return 10 * power;
}

double round_down(double value) {
    const double power = std::pow(10, exponent_below(value));
    double below = power;
    for (const double factor : kRound) {
        if (factor * power <= value * (1 + kSlack)) below = factor * power;
    }
    return below;
}

}  // namespace

double Axis::place(double value) const {
    const double within = std::clamp(value, low, high);
    if (high <= low) return 0;
    return is_log ? std::log(within / low) / std::log(high / low) : (within - low) / (high - low);
}

Axis linear_axis(std::string label, double high, TickText text) {
    if (!is_above_zero(high)) high = 1;
    Axis axis{.label = std::move(label)};
    const double step = round_up(high / kTicks);
    const int count = std::max(static_cast<int>(std::ceil(high / step - kSlack)), 1);
    axis.high = count * step;
    for (int i = 0; i <= count; ++i) axis.ticks.push_back({i * step, text(i * step)});
    return axis;
}

Axis log_axis(std::string label, double low, double high, TickText text) {
    if (!is_above_zero(high)) high = is_above_zero(low) ? low : 1;
    if (!is_above_zero(low) || low > high) low = high;
    constexpr double kDecade = 10;
    Axis axis{.label = std::move(label), .is_log = true};
    axis.low = round_down(low);
    axis.high = std::max(round_up(high), round_up(axis.low * kDecade));
    // Up to about three decades there is room for what lies between the powers.
    constexpr double kFewDecades = 3.2;
    const bool has_few = std::log10(axis.high / axis.low) < kFewDecades;
    for (int e = exponent_below(axis.low); e <= exponent_below(axis.high); ++e) {
        for (const double factor : kRound) {
            const double value = factor * std::pow(10, e);
            const bool is_within =
                value >= axis.low * (1 - kSlack) && value <= axis.high * (1 + kSlack);
            if (is_within && (factor == 1 || has_few)) axis.ticks.push_back({value, text(value)});
        }
    }
    return axis;
}

Axis percentile_axis(double values) {
    Axis axis{.label = "percentile", .low = 1, .is_log = true};
    axis.high = std::max(values / static_cast<double>(Histogram::kBeyond), 2.0);
    // Where five nines share the width, the first two labels would touch.
    constexpr double kCrowded = 3000;
    axis.ticks = {{1, axis.high < kCrowded ? "0%" : ""}, {2, "50%"}};
    for (int nines = 1; nines <= exponent_below(axis.high); ++nines) {
        const double rest = std::pow(10, nines);
        axis.ticks.push_back(
            {rest, fmt::format("{:.{}f}%", 100 - 100 / rest, std::max(nines - 2, 0))});
    }
    return axis;
}

}  // namespace plumbline::load

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

double power_of_ten_below(double value) {
    return std::pow(10, std::floor(std::log10(value) + kSlack));
}

/// The least of 1, 2, 5 times a power of ten that is not below `value`.
double round_up(double value) {
    const double power = power_of_ten_below(value);
    for (const double factor : kRound) {
        if (factor * power >= value * (1 - kSlack)) return factor * power;
    }
    return 10 * power;
}

double round_down(double value) {
    const double power = power_of_ten_below(value);
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
    Axis axis{.label = std::move(label)};
    const double step = round_up(high > 0 ? high / kTicks : 1 / kTicks);
    const double count = std::max(std::ceil((high > 0 ? high : 1) / step - kSlack), 1.0);
    axis.high = count * step;
    for (int i = 0; i <= static_cast<int>(count); ++i)
        axis.ticks.push_back({i * step, text(i * step)});
    return axis;
}

Axis log_axis(std::string label, double low, double high, TickText text) {
    Axis axis{.label = std::move(label), .is_log = true};
    if (high <= 0) high = low > 0 ? low : 1;
    if (low <= 0 || low > high) low = high;
    axis.low = round_down(low);
    axis.high = round_up(high);
    constexpr double kDecade = 10;
    if (axis.high < axis.low * kDecade * (1 - kSlack)) axis.high = round_up(axis.low * kDecade);
    const double decades = std::log10(axis.high / axis.low);
    const bool has_few = decades < 3.2;
    for (double power = power_of_ten_below(axis.low); power <= axis.high * (1 + kSlack);
         power *= 10) {
        for (const double factor : kRound) {
            const double value = factor * power;
            const bool is_within =
                value >= axis.low * (1 - kSlack) && value <= axis.high * (1 + kSlack);
            if (is_within && (factor == 1 || has_few)) axis.ticks.push_back({value, text(value)});
        }
    }
    return axis;
}

Axis percentile_axis(double values) {
    Axis axis{.label = "percentile", .high = 2, .is_log = true};
    axis.low = 1;
    axis.high = std::max(values / static_cast<double>(Histogram::kBeyond), 2.0);
    // Where five nines share the width, the first two labels would touch.
    constexpr double kCrowded = 3000;
    axis.ticks = {{1, axis.high < kCrowded ? "0%" : ""}, {2, "50%"}};
    int nines = 1;
    for (double value = 10; value <= axis.high * (1 + kSlack); value *= 10) {
        axis.ticks.push_back(
            {value, fmt::format("{:.{}f}%", 100 - 100 / value, std::max(nines - 2, 0))});
        ++nines;
    }
    return axis;
}

}  // namespace plumbline::load

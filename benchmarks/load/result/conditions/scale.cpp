#include "benchmarks/load/result/conditions/scale.hpp"

#include "benchmarks/load/result/model/histogram.hpp"
#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>

#include <limits>

namespace plumbline::load {
namespace {

constexpr ScaleUnit kTimeUnits[] = {
    {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
constexpr ScaleUnit kShareUnits[] = {{"%", 0.01}, {"", 1}};
constexpr ScaleUnit kRateUnits[] = {{"/s", 1}, {"", 1}, {"/m", 1.0 / 60}};
constexpr ScaleUnit kCountUnits[] = {{"", 1}};
constexpr double kNoMax = std::numeric_limits<double>::infinity();

struct ScaleRow {
    std::span<const ScaleUnit> units;
    std::string_view expected;
    std::string (*text)(double);
    double max;
};

/// Returns what is known of a scale.
const ScaleRow& row_of(FigureScale scale) {
    // In the order of FigureScale.
    static constexpr ScaleRow kRows[] = {
        {kTimeUnits,
         "a time in ns, us, ms, s, m or h, as in 200ms",
         time_text,
         static_cast<double>(Histogram::kMaxValue)},
        {kShareUnits, "a share, as in 0.1% or 0.001", share_text, 1},
        {kRateUnits,
         "a rate, as in 480/s, 30/m or 480",
         [](double value) { return count_text(value) + "/s"; },
         kNoMax},
        {kCountUnits,
         "a plain number",
         [](double value) { return fmt::format("{:.6g}", value); },
         kNoMax},
        {kShareUnits, "cores, as in 0.9 or 90%", digits_text, kNoMax},
    };
    return kRows[static_cast<std::size_t>(scale)];
}

}  // namespace

std::span<const ScaleUnit> units_of(FigureScale scale) {
    return row_of(scale).units;
}

double max_of(FigureScale scale) {
    return row_of(scale).max;
}

std::string_view expected_text(FigureScale scale) {
    return row_of(scale).expected;
}

std::string scaled_text(double value, FigureScale scale) {
    return row_of(scale).text(value);
}

}  // namespace plumbline::load

#include "benchmarks/load/result/conditions/scale.hpp"

#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>

#include <span>

namespace plumbline::load {
namespace {

struct UnitRow {
    std::string_view name;
    double factor;
};
constexpr UnitRow kTimeUnits[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
constexpr UnitRow kShareUnits[] = {{"%", 0.01}, {"", 1}};
constexpr UnitRow kRateUnits[] = {{"/s", 1}, {"", 1}};
constexpr UnitRow kCountUnits[] = {{"", 1}};

struct ScaleRow {
    std::span<const UnitRow> units;
    std::string_view expected;
    std::string (*text)(double);
};

/// Returns what is known of a scale.
const ScaleRow& row_of(FigureScale scale) {
    // In the order of FigureScale.
    static constexpr ScaleRow kRows[] = {
        {kTimeUnits, "a time in ns, us, ms or s, as in 200ms", time_text},
        {kShareUnits, "a share, as in 0.1% or 0.001", share_text},
        {kRateUnits,
         "a rate, as in 480/s or 480",
         [](double value) { return count_text(value) + "/s"; }},
        {kCountUnits, "a plain number", [](double value) { return fmt::format("{:.6g}", value); }},
        {kShareUnits, "cores, as in 0.9 or 90%", digits_text},
    };
    return kRows[static_cast<std::size_t>(scale)];
}

}  // namespace

Result<double> to_scale(const ConditionQuantity& quantity,
                        FigureScale scale,
                        const ConditionScanner& text) {
    for (const UnitRow& row : row_of(scale).units) {
        if (row.name == quantity.unit) return quantity.number * row.factor;
    }
    if (quantity.unit.empty() && quantity.number == 0) return 0.0;
    const std::string found =
        quantity.unit.empty() ? "a number without a unit" : fmt::format("unit `{}`", quantity.unit);
    return fail(text.error_at(quantity.unit_offset,
                              fmt::format("found {}, expected {}", found, row_of(scale).expected)));
}

std::string scaled_text(double value, FigureScale scale) {
    return row_of(scale).text(value);
}

}  // namespace plumbline::load

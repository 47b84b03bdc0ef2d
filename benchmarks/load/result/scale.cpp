#include "benchmarks/load/result/scale.hpp"

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

std::span<const UnitRow> units_of(Scale scale) {
    switch (scale) {
        case Scale::kTime:
            return kTimeUnits;
        case Scale::kShare:
        case Scale::kCores:
            return kShareUnits;
        case Scale::kRate:
            return kRateUnits;
        case Scale::kCount:
            break;
    }
    return kCountUnits;
}

std::string_view example_of(Scale scale) {
    switch (scale) {
        case Scale::kTime:
            return "a time in ns, us, ms or s, as in 200ms";
        case Scale::kShare:
            return "a share, as in 0.1% or 0.001";
        case Scale::kCores:
            return "cores, as in 0.9 or 90%";
        case Scale::kRate:
            return "a rate, as in 480/s or 480";
        case Scale::kCount:
            break;
    }
    return "a plain number";
}

}  // namespace

Result<double> limit_of(const Quantity& quantity, Scale scale, const ConditionText& text) {
    for (const UnitRow& row : units_of(scale)) {
        if (row.name == quantity.unit) return quantity.number * row.factor;
    }
    if (quantity.unit.empty() && quantity.number == 0) return 0.0;
    const std::string found =
        quantity.unit.empty() ? "a number without a unit" : fmt::format("unit `{}`", quantity.unit);
    return fail(text.error_at(quantity.unit_offset,
                              fmt::format("found {}, expected {}", found, example_of(scale))));
}

std::string scaled_text(double value, Scale scale) {
    switch (scale) {
        case Scale::kTime:
            return time_text(value);
        case Scale::kShare:
            return share_text(value);
        case Scale::kRate:
            return count_text(value) + "/s";
        case Scale::kCount:
            return fmt::format("{:.6g}", value);
        case Scale::kCores:
            break;
    }
    return digits_text(value);
}

}  // namespace plumbline::load

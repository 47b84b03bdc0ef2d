#include "benchmarks/load/result/units.hpp"

#include "benchmarks/load/result/level_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace plumbline::load {
namespace {

struct UnitStep {
    double size;
    std::string_view name;
};
constexpr UnitStep kTimeSteps[] = {{1, " ns"}, {1e3, " us"}, {1e6, " ms"}, {1e9, " s"}};
constexpr UnitStep kCountSteps[] = {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}};
constexpr UnitStep kByteSteps[] = {
    {1, " B"}, {1e3, " kB"}, {1e6, " MB"}, {1e9, " GB"}, {1e12, " TB"}};

/// Returns the value in the largest unit in which it is at least 1.
template <std::size_t kCount>
std::string stepped_text(double value, const UnitStep (&steps)[kCount]) {
    // 999.5 us rounds to 1 ms.
    constexpr double kRounding = 0.9995;
    const UnitStep* step = std::begin(steps);
    while (std::next(step) != std::end(steps) && value >= std::next(step)->size * kRounding) ++step;
    return fmt::format("{}{}", digits_text(value / step->size), step->name);
}

}  // namespace

std::string digits_text(double value) {
    return std::abs(value) >= 999.5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string time_text(double ns) {
    return ns == 0 ? "0" : stepped_text(ns, kTimeSteps);
}

std::string count_text(double count) {
    return stepped_text(count, kCountSteps);
}

std::string bytes_text(double bytes) {
    return stepped_text(bytes, kByteSteps);
}

std::string share_text(double share) {
    return digits_text(share * 100) + '%';
}

std::string value_text(double value, MetricUnit unit) {
    switch (unit) {
        case MetricUnit::kNanoseconds:
            return time_text(value);
        case MetricUnit::kCount:
            return count_text(value);
        case MetricUnit::kBytes:
            return bytes_text(value);
        case MetricUnit::kMillihertz:
            return count_text(value / 1000) + "/s";
    }
    return "";
}

std::string target_text(const LoadShape& load, double target) {
    constexpr double kSevenDigits = 999'999.5;  // from here on, {:.6g} has an exponent
    const std::string number =
        target >= kSevenDigits ? fmt::format("{:.0f}", target) : fmt::format("{:.6g}", target);
    const bool is_staged = !load.stages.empty();
    if (load.loop == "closed") return (is_staged ? "up to " : "") + number + " in flight";
    return number + (is_staged ? "/s on average" : "/s");
}

std::string level_name(const LoadResult& result, std::size_t level) {
    const double target = result.levels[level].target;
    const auto is_alike = [&](const Level& other) { return is_same_target(other.target, target); };
    const auto begin = result.levels.begin();
    const auto all = std::count_if(begin, result.levels.end(), is_alike);
    const std::string name = target_text(result.load, target);
    if (all == 1) return name;
    const auto number =
        std::count_if(begin, std::next(begin, static_cast<std::ptrdiff_t>(level) + 1), is_alike);
    return fmt::format("{} run {}", name, number);
}

}  // namespace plumbline::load

#pragma once
// Counts over time as shades, as SVG.

#include "benchmarks/load/result/axis.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline::load {

/// Counts by column and row, the first row lowest. Every column has as many rows.
struct HeatMap {
    std::string id{};
    std::string title{};
    std::string description{};
    Axis x{};
    Axis y{};  ///< from 0 to the number of rows
    std::vector<std::vector<double>> columns{};
};

/// Shades go by the logarithm of counts: single outliers stay visible beside thousands.
inline constexpr std::size_t kShades = 7;
[[nodiscard]] std::string render_heat_map(const HeatMap& map);
/// Returns the shades with what they stand for.
[[nodiscard]] std::string render_shades(const HeatMap& map);

}  // namespace plumbline::load

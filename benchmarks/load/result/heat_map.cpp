#include "benchmarks/load/result/heat_map.hpp"

#include "benchmarks/load/result/frame.hpp"
#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace plumbline::load {
namespace {

double largest_count(const HeatMap& map) {
    double largest = 0;
    for (const auto& column : map.columns) {
        for (const double count : column) largest = std::max(largest, count);
    }
    return largest;
}

/// The shade of a count from 1 on, 0 to kShades - 1.
std::size_t shade_of(double count, double largest) {
    if (largest <= 1) return kShades - 1;
    const double place = std::log(count) / std::log(largest);
    return std::min(static_cast<std::size_t>(place * kShades), kShades - 1);
}

/// The least count of a shade.
double least_of_shade(std::size_t shade, double largest) {
    return std::ceil(std::pow(largest, static_cast<double>(shade) / kShades) - 1e-9);
}

std::string cells_text(const HeatMap& map) {
    const double largest = largest_count(map);
    const auto columns = static_cast<double>(map.columns.size());
    std::array<std::string, kShades> paths;
    for (std::size_t i = 0; i < map.columns.size(); ++i) {
        const double left = PlotBox::x(static_cast<double>(i) / columns);
        const double right = PlotBox::x(static_cast<double>(i + 1) / columns);
        for (std::size_t row = 0; row < map.columns[i].size(); ++row) {
            const double count = map.columns[i][row];
            if (count < 1) continue;
            const double top = PlotBox::y(map.y.place(static_cast<double>(row + 1)));
            const double bottom = PlotBox::y(map.y.place(static_cast<double>(row)));
            paths[shade_of(count, largest)] += fmt::format("M{} {}H{}V{}H{}z",
                                                           coordinate(left),
                                                           coordinate(top),
                                                           coordinate(right),
                                                           coordinate(bottom),
                                                           coordinate(left));
        }
    }
    std::string text;
    for (std::size_t shade = 0; shade < kShades; ++shade) {
        if (!paths[shade].empty())
            text += fmt::format("<path class=\"h{}\" d=\"{}\"/>\n", shade, paths[shade]);
    }
    return text;
}

}  // namespace

std::string render_heat_map(const HeatMap& map) {
    // Cells hide the grid of the axes, which would look like gaps between them.
    return svg_begin(map.id, map.title, map.description) + svg_y_axis(map.y) + svg_x_axis(map.x) +
           cells_text(map) + "</svg>\n";
}

std::string render_shades(const HeatMap& map) {
    const double largest = largest_count(map);
    std::string items;
    for (std::size_t shade = 0; shade < kShades; ++shade) {
        const double least = least_of_shade(shade, largest);
        const bool is_empty = shade + 1 < kShades && least_of_shade(shade + 1, largest) <= least;
        if (is_empty) continue;
        items += fmt::format(
            "<li><svg class=\"key\" viewBox=\"0 0 28 12\" aria-hidden=\"true\">"
            "<path class=\"h{}\" d=\"M1 1H27V11H1z\"/></svg>from {}</li>\n",
            shade,
            count_text(least));
    }
    return fmt::format("<ul class=\"legend\">\n{}</ul>\n", items);
}

}  // namespace plumbline::load

#pragma once
// Plots as SVG, to stand in an HTML page: colours come from its style sheet (html_style.cpp).

#include "benchmarks/load/result/axis.hpp"

#include <string>
#include <vector>

namespace plumbline::load {

struct PlotPoint {
    double x = 0;
    double y = 0;
    bool is_hollow = false;  ///< measured, but not of the server
};

/// Marks differ in shape as well as in colour, for those who see few colours and for print.
enum class Mark { kNone, kCircle, kSquare, kTriangle, kDiamond };

struct PlotSeries {
    std::string name{};
    std::string color{};  ///< a class of the style sheet: `c0` to `c5`, `r0` to `r5`, `ref`
    Mark mark = Mark::kNone;
    bool is_dashed = false;
    std::vector<PlotPoint> line{};
    std::vector<PlotPoint> marks{};
};

struct Plot {
    std::string id{};           ///< unique in the page
    std::string title{};        ///< what screen readers say
    std::string description{};  ///< and what it shows, in a sentence
    Axis x{};
    Axis y{};
    std::vector<PlotSeries> series{};
};

/// Returns an `<svg>` element.
[[nodiscard]] std::string render_plot(const Plot& plot);

/// Returns a list of the series with their lines and marks, which wraps on narrow screens.
[[nodiscard]] std::string render_legend(const std::vector<PlotSeries>& series);

}  // namespace plumbline::load

#pragma once
// What plots of all kinds share: their size, grid and axes.

#include "benchmarks/load/result/axis.hpp"

#include <string>
#include <string_view>

namespace plumbline::load {

/// Where the inside of a plot lies, in units of its view box.
struct PlotBox {
    static constexpr double kWidth = 480;
    static constexpr double kHeight = 300;
    static constexpr double kLeft = 62;
    static constexpr double kRight = 18;
    static constexpr double kTop = 28;
    static constexpr double kBottom = 46;

    [[nodiscard]] static double x(double place) {
        return kLeft + place * (kWidth - kLeft - kRight);
    }
    [[nodiscard]] static double y(double place) {
        return kHeight - kBottom - place * (kHeight - kTop - kBottom);
    }
};

/// Returns a coordinate with one decimal at most.
[[nodiscard]] std::string coordinate(double value);

/// Returns the begin of an `<svg>` with title and description; the caller closes it.
[[nodiscard]] std::string svg_begin(std::string_view id,
                                    std::string_view title,
                                    std::string_view description);

/// Return lines and labels of an axis; its label stands below, and above the upper left corner.
[[nodiscard]] std::string svg_x_axis(const Axis& axis);
[[nodiscard]] std::string svg_y_axis(const Axis& axis);

}  // namespace plumbline::load

#include "benchmarks/load/result/plot.hpp"

#include "benchmarks/load/result/frame.hpp"
#include "reports/xml.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

constexpr double kMarkSize = 4;

/// The outline of a mark about a point, closed.
std::string mark_path(Mark mark, double x, double y) {
    const auto at = [](double value) { return coordinate(value); };
    const double r = kMarkSize;
    switch (mark) {
        case Mark::kNone:
            return "";
        case Mark::kCircle:
            return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 -{} 0z",
                               at(x - r),
                               at(y),
                               r,
                               r,
                               2 * r,
                               r,
                               r,
                               2 * r);
        case Mark::kSquare:
            return fmt::format("M{} {}h7v7h-7z", at(x - 3.5), at(y - 3.5));
        case Mark::kTriangle:
            return fmt::format("M{} {}l4.5 8h-9z", at(x), at(y - 5));
        case Mark::kDiamond:
            return fmt::format("M{} {}l5 5l-5 5l-5 -5z", at(x), at(y - 5));
    }
    return "";
}

std::string marks_text(const PlotSeries& series, const Plot& plot, bool is_hollow) {
    std::string path;
    for (const PlotPoint& point : series.marks) {
        if (point.is_hollow != is_hollow) continue;
        path += mark_path(
            series.mark, PlotBox::x(plot.x.place(point.x)), PlotBox::y(plot.y.place(point.y)));
    }
    if (path.empty()) return "";
    return fmt::format(
        "<path class=\"mark {}{}\" d=\"{}\"/>\n", series.color, is_hollow ? " hollow" : "", path);
}

std::string line_text(const PlotSeries& series, const Plot& plot) {
    if (series.line.size() < 2) return "";
    std::string path;
    for (const PlotPoint& point : series.line) {
        path += fmt::format("{}{} {}",
                            path.empty() ? 'M' : 'L',
                            coordinate(PlotBox::x(plot.x.place(point.x))),
                            coordinate(PlotBox::y(plot.y.place(point.y))));
    }
    return fmt::format("<path class=\"line {}{}\" d=\"{}\"/>\n",
                       series.color,
                       series.is_dashed ? " dashed" : "",
                       path);
}

}  // namespace

std::string render_plot(const Plot& plot) {
    std::string svg = svg_begin(plot.id, plot.title, plot.description);
    svg += svg_y_axis(plot.y) + svg_x_axis(plot.x);
    // Marks lie above all lines.
    for (const PlotSeries& series : plot.series) svg += line_text(series, plot);
    for (const PlotSeries& series : plot.series)
        svg += marks_text(series, plot, false) + marks_text(series, plot, true);
    return svg + "</svg>\n";
}

std::string render_legend(const std::vector<PlotSeries>& series) {
    std::string items;
    for (const PlotSeries& each : series) {
        items += fmt::format(
            "<li><svg class=\"key\" viewBox=\"0 0 28 12\" aria-hidden=\"true\">"
            "<path class=\"line {}{}\" d=\"M1 6H27\"/>",
            each.color,
            each.is_dashed ? " dashed" : "");
        if (each.mark != Mark::kNone) {
            items += fmt::format(
                "<path class=\"mark {}\" d=\"{}\"/>", each.color, mark_path(each.mark, 14, 6));
        }
        items += fmt::format("</svg>{}</li>\n", reports::xml_text(each.name));
    }
    return fmt::format("<ul class=\"legend\">\n{}</ul>\n", items);
}

}  // namespace plumbline::load

#include "benchmarks/load/result/frame.hpp"

#include "reports/xml.hpp"

#include <fmt/format.h>

namespace plumbline::load {

std::string coordinate(double value) {
    std::string text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string svg_begin(std::string_view id, std::string_view title, std::string_view description) {
    return fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-t {}-d\">\n"
        "<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n",
        PlotBox::kWidth,
        PlotBox::kHeight,
        id,
        id,
        id,
        reports::xml_text(title),
        id,
        reports::xml_text(description));
}

std::string svg_x_axis(const Axis& axis) {
    const std::string bottom = coordinate(PlotBox::y(0));
    const std::string top = coordinate(PlotBox::y(1));
    const std::string left = coordinate(PlotBox::x(0));
    const std::string right = coordinate(PlotBox::x(1));
    std::string grid;
    std::string labels;
    for (const Tick& tick : axis.ticks) {
        const std::string x = coordinate(PlotBox::x(axis.place(tick.value)));
        grid += fmt::format("M{} {}V{}", x, bottom, top);
        labels += fmt::format("<text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>\n",
                              x,
                              coordinate(PlotBox::y(0) + 17),
                              reports::xml_text(tick.label));
    }
    return fmt::format(
        "<path class=\"grid\" d=\"{}\"/>\n<path class=\"axis\" d=\"M{} {}H{}\"/>\n{}"
        "<text class=\"mid label\" x=\"{}\" y=\"{}\">{}</text>\n",
        grid,
        left,
        bottom,
        right,
        labels,
        coordinate(PlotBox::x(0.5)),
        coordinate(PlotBox::kHeight - 8),
        reports::xml_text(axis.label));
}

std::string svg_y_axis(const Axis& axis) {
    const std::string left = coordinate(PlotBox::x(0));
    const std::string right = coordinate(PlotBox::x(1));
    std::string grid;
    std::string labels;
    for (const Tick& tick : axis.ticks) {
        const double y = PlotBox::y(axis.place(tick.value));
        grid += fmt::format("M{} {}H{}", left, coordinate(y), right);
        labels += fmt::format("<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>\n",
                              coordinate(PlotBox::x(0) - 6),
                              coordinate(y + 4),
                              reports::xml_text(tick.label));
    }
    return fmt::format(
        "<path class=\"grid\" d=\"{}\"/>\n{}<text class=\"label\" x=\"4\" y=\"14\">{}</text>\n",
        grid,
        labels,
        reports::xml_text(axis.label));
}

}  // namespace plumbline::load

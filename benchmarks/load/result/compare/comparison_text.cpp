// A comparison as text for a terminal.

#include "benchmarks/load/result/compare.hpp"
#include "benchmarks/load/result/compare/figure_change.hpp"
#include "benchmarks/load/result/text/text_table.hpp"
#include "reports/reports.hpp"

#include <fmt/format.h>

#include <cmath>

namespace plumbline::load {
namespace {

/// Signed percent (for a share: percentage points), or a factor from 1000 % on.
std::string change_text(double part) {
    const double percent = part * 100;
    if (percent >= 1000) return fmt::format("x{:.3g}", 1 + part);
    // Avoids "-0.0%".
    if (std::abs(percent) < 0.05) return "0.0%";
    return fmt::format("{:+.{}f}%", percent, std::abs(percent) < 9.95 ? 1 : 0);
}

std::vector<std::string> figure_row(const FigureChange& figure) {
    const FigureChangeTexts texts = texts_of(figure);
    std::string verdict(to_text(figure.verdict));
    if (!figure.undecided_reason.empty()) verdict += ": " + figure.undecided_reason;
    return {"  " + figure.name, texts.a, texts.b, texts.change, texts.interval, verdict};
}

std::string level_change_text(const LevelChange& level) {
    if (!level.incomparable_reason.empty())
        return fmt::format("{}: not comparable: {}\n", level.name, level.incomparable_reason);
    TextTable table{.rows = {{"  figure", "A", "B", "change", "99% interval", "verdict"}},
                    .left_aligned = {5}};
    for (const FigureChange& figure : level.figures) table.rows.push_back(figure_row(figure));
    return fmt::format("{} (runs: A {}, B {})\n{}",
                       level.name,
                       level.a_runs,
                       level.b_runs,
                       render_text_table(table));
}

}  // namespace

FigureChangeTexts texts_of(const FigureChange& figure) {
    const auto shown = [&](const std::optional<double>& value, bool has_few_values) {
        if (!value) return std::string("-");
        return scaled_text(*value, figure.scale) + (has_few_values ? "*" : "");
    };
    FigureChangeTexts texts{shown(figure.a, figure.a_has_few_values),
                            shown(figure.b, figure.b_has_few_values),
                            "-",
                            ""};
    if (figure.change) {
        texts.change = change_text(figure.change->value);
        texts.interval = fmt::format(
            "{} to {}", change_text(figure.change->low), change_text(figure.change->high));
    }
    return texts;
}

std::string render_comparison(const LoadComparison& comparison) {
    std::string text = fmt::format(
        "A  {}\nB  {}\n", reports::one_line(comparison.a), reports::one_line(comparison.b));
    for (const LevelChange& level : comparison.levels) text += '\n' + level_change_text(level);
    text += '\n';
    for (const std::string& note : comparison.notes)
        text += fmt::format("note: {}\n", reports::one_line(note));
    return text + fmt::format("{} worse, {} better, {} same, {} undecided\n",
                              comparison.count(ChangeVerdict::kWorse),
                              comparison.count(ChangeVerdict::kBetter),
                              comparison.count(ChangeVerdict::kSame),
                              comparison.count(ChangeVerdict::kUndecided));
}

}  // namespace plumbline::load

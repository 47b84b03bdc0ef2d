#pragma once
// The figures of a level that conditions and comparisons refer to.

#include "benchmarks/load/result/conditions/scale.hpp"
#include "benchmarks/load/result/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// The value of a figure for one level, or the reason why it has none.
struct FigureValue {
    std::optional<double> value{};
    std::string missing_reason{};
};

struct Figure {
    std::string name;
    FigureScale scale = FigureScale::kCount;
    std::function<FigureValue(const Level&)> read;
};

/// Returns the figure with a name: `failed`, `goodput`, `cpu`, ... (see figure_names),
/// `failed_CLASS` for a class of failures, or a metric with `_pN` (N from 0 to 100, as in
/// `gap_p99.9`), `_min`, `_max` or `_mean`. A percentile has no value if fewer than
/// Histogram::kMinBeyond values lie beyond it. Nothing if there is no such figure.
[[nodiscard]] std::optional<Figure> find_figure(std::string_view name);

/// Returns the names of all figures; of metrics with the common statistics only.
[[nodiscard]] std::vector<std::string> figure_names();

/// Returns a few lines that list the figures, for messages and help.
[[nodiscard]] std::vector<std::string> figure_help();

}  // namespace plumbline::load

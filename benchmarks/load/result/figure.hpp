#pragma once
// The figures of a level that conditions and comparisons name.

#include "benchmarks/load/result/result.hpp"
#include "benchmarks/load/result/scale.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// A figure of one level, or why it has none.
struct Reading {
    std::optional<double> value{};
    std::string missing{};

    bool operator==(const Reading&) const = default;
};

struct Figure {
    std::string name;
    Scale scale = Scale::kCount;
    std::function<Reading(const Level&)> read;
};

/// Returns the figure of a name: `failed`, `goodput`, `cpu`, ... (see figure_names), `failed_CLASS`
/// of a class of failures, or a metric with `_pN` (N from 0 to 100, as in `gap_p99.9`), `_min`,
/// `_max` or `_mean`. A percentile has no value if fewer than Histogram::kBeyond values lie beyond
/// it. Nothing if there is no such figure.
[[nodiscard]] std::optional<Figure> find_figure(std::string_view name);

/// Returns the names of the figures that are no metric's, and the usual ones of all metrics.
[[nodiscard]] std::vector<std::string> figure_names();

/// Lists in a few lines what there is, for messages and help.
[[nodiscard]] std::vector<std::string> figure_help();

}  // namespace plumbline::load

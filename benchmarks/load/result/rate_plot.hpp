#pragma once
// A plot over the offered load, put together from figures of levels.

#include "benchmarks/load/result/charts.hpp"
#include "benchmarks/load/result/plot.hpp"
#include "benchmarks/load/result/units.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::load {

/// A figure of each level, as one line.
struct RateSeries {
    std::string name;
    std::string color;
    Mark mark = Mark::kCircle;
    bool is_dashed = false;
    std::function<std::optional<double>(const Level&)> read;
};

/// What is plotted over the load.
struct RatePlot {
    Chart chart{};  ///< title and text
    std::string id{};
    std::string y_label{};
    bool is_log = false;
    TickText text = count_text;
    std::vector<RateSeries> series{};
    std::optional<double> line{};  ///< a horizontal line, or
    bool has_diagonal = false;     ///< y = x
};

/// Returns the chart: a mark for each level, hollow where the client was the bound, and a line
/// through the medians of repetitions. Series without a value are left out; a chart of none has no
/// plot. The result has at least one level.
[[nodiscard]] Chart chart_over_rate(const LoadResult& result, const RatePlot& asked);

}  // namespace plumbline::load

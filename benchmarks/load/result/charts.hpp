#pragma once
// The plots of a load result, each with the words and the table that stand beside it.

#include "benchmarks/load/result/markup.hpp"
#include "benchmarks/load/result/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline::load {

/// Lines in one plot; more cannot be told apart.
inline constexpr std::size_t kMostLines = 6;

struct Chart {
    std::string title{};
    std::string text{};    ///< what it shows; why there is no plot if there is none
    std::string svg{};     ///< markup; "" if there is nothing to plot
    std::string legend{};  ///< markup
    HtmlTable data{};      ///< the same in figures
};

/// Throughput, latency, gaps and cpu over the offered load; a mark is a level, a line goes through
/// the medians of repetitions. What has no values is left out; of what a reader would look for the
/// text says why.
[[nodiscard]] std::vector<Chart> rate_charts(const LoadResult& result);
/// Percentiles of every latency, one line for each target (kMostLines at most), repetitions added
/// up.
[[nodiscard]] std::vector<Chart> percentile_charts(const LoadResult& result);
/// Events per second and gaps over the window.
[[nodiscard]] std::vector<Chart> time_charts(const LoadResult& result);

}  // namespace plumbline::load

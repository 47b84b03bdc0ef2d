#include "benchmarks/load/drive/latency_tail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plumbline::load {
namespace {

/// Returns the smallest number of values of a run; 0 without runs.
std::uint64_t smallest_count(const std::vector<Histogram>& runs) {
    std::uint64_t smallest = runs.empty() ? 0 : runs.front().count();
    for (const Histogram& run : runs) smallest = std::min(smallest, run.count());
    return smallest;
}

double median_percentile(const std::vector<Histogram>& runs, double percent) {
    std::vector<double> values;
    values.reserve(runs.size());
    for (const Histogram& run : runs)
        values.push_back(static_cast<double>(run.percentile(percent)));
    return median(std::move(values));
}

}  // namespace

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double highest_reliable_percent(std::uint64_t count) {
    const auto values = static_cast<double>(std::max<std::uint64_t>(count, 1));
    return std::clamp(100 * (1 - static_cast<double>(Histogram::kMinBeyond) / values),
                      kMedianPercent,
                      kTailPercent);
}

void LatencyRuns::add(const Metrics& run) {
    first_chunks.push_back(run[Metric::kTtfc]);
    durations.push_back(run[Metric::kDuration]);
}

std::string tail_excess(const LatencyRuns& runs, const LatencyRuns& first, double max_ratio) {
    const auto excess = [&](std::string_view name, const auto& ours, const auto& theirs) {
        const double percent =
            highest_reliable_percent(std::min(smallest_count(ours), smallest_count(theirs)));
        const double least = std::max(median_percentile(theirs, percent), 1.0);
        const double ratio = median_percentile(ours, percent) / least;
        if (ratio <= max_ratio) return std::string();
        return fmt::format(
            "p{:.3g} of {} was {:.1f} times that of the first level", percent, name, ratio);
    };
    const auto are_measured = [](const auto& ours, const auto& theirs) {
        return smallest_count(ours) > 0 && smallest_count(theirs) > 0;
    };
    if (are_measured(runs.first_chunks, first.first_chunks))
        return excess("ttfc", runs.first_chunks, first.first_chunks);
    if (are_measured(runs.durations, first.durations))
        return excess("duration", runs.durations, first.durations);
    return {};
}

}  // namespace plumbline::load

#include "benchmarks/load/result/level_figures.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

std::optional<double> share(std::uint64_t part, std::uint64_t total) {
    if (total == 0) return std::nullopt;
    return static_cast<double>(part) / static_cast<double>(total);
}

/// Returns whether each request has at most one value of a metric. The requests that were carried
/// into the window are as many in a longer window, and so are their values.
bool is_of_requests(Metric metric) {
    return metric != Metric::kGap && metric != Metric::kEventsPerRead &&
           metric != Metric::kEventBytes;
}

}  // namespace

bool is_same_target(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::optional<double> failed_share(const LevelCounts& counts) {
    return share(counts.failures(), counts.successes() + counts.failures());
}

std::optional<double> good_share(const LevelCounts& counts) {
    return share(counts.good, counts.successes() + counts.failures() + counts.late);
}

std::optional<double> seconds_for_percentile(const Level& level, Metric metric, double percent) {
    constexpr double kRounding = 1 - 1e-9;  // 1 - 0.999 is not exactly a thousandth
    const double needed =
        std::ceil(static_cast<double>(Histogram::kMinBeyond) / (1 - percent / 100) * kRounding);
    const auto count = static_cast<double>(level.metrics[metric].count());
    const double fixed =
        is_of_requests(metric)
            ? count * share(level.counts.carried_in, level.counts.attempted).value_or(0)
            : 0;
    if (level.seconds <= 0 || count <= fixed) return std::nullopt;
    const double rate = (count - fixed) / level.seconds;
    return std::ceil((needed - fixed) / rate * kRounding);
}

double per_second(std::uint64_t count, const Level& level) {
    return level.seconds > 0 ? static_cast<double>(count) / level.seconds : 0;
}

std::optional<double> tokens_per_user(const Level& level) {
    if (level.in_flight_mean <= 0) return std::nullopt;
    return per_second(level.counts.tokens, level) / level.in_flight_mean;
}

std::optional<double> server_cpu_per_event(const Level& level) {
    if (!level.server_cpu || level.counts.events == 0) return std::nullopt;
    constexpr double kNanosecondsPerSecond = 1e9;
    return *level.server_cpu * level.seconds * kNanosecondsPerSecond /
           static_cast<double>(level.counts.events);
}

bool is_measured(const LoadResult& result, Metric metric) {
    return std::any_of(result.levels.begin(), result.levels.end(), [&](const Level& level) {
        return !level.metrics[metric].empty();
    });
}

bool is_server_cpu_known(const LoadResult& result) {
    return std::any_of(result.levels.begin(), result.levels.end(), [](const Level& level) {
        return level.server_cpu.has_value();
    });
}

std::vector<LevelGroup> groups_of(const LoadResult& result) {
    std::vector<LevelGroup> groups;
    for (const Level& level : result.levels) {
        auto found = std::find_if(groups.begin(), groups.end(), [&](const LevelGroup& group) {
            return is_same_target(group.target, level.target);
        });
        if (found == groups.end()) found = groups.insert(found, {level.target, {}});
        found->runs.push_back(&level);
    }
    return groups;
}

}  // namespace plumbline::load

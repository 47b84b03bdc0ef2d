#include "benchmarks/load/result/level_figures.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

std::optional<double> share_of_ended(std::uint64_t part, const LevelCounts& counts) {
    const std::uint64_t ended = counts.successes() + counts.failures();
    if (ended == 0) return std::nullopt;
    return static_cast<double>(part) / static_cast<double>(ended);
}

}  // namespace

bool is_same_target(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::optional<double> failed_share(const LevelCounts& counts) {
    return share_of_ended(counts.failures(), counts);
}

std::optional<double> good_share(const LevelCounts& counts) {
    return share_of_ended(counts.good, counts);
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

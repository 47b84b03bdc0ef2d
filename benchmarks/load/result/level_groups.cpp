#include "benchmarks/load/result/level_groups.hpp"

#include "benchmarks/load/result/level_figures.hpp"

#include <algorithm>

namespace plumbline::load {

bool LevelGroup::is_bound() const {
    return std::all_of(
        runs.begin(), runs.end(), [](const Level* run) { return run->client.bound; });
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

std::vector<LevelGroup> sorted_groups_of(const LoadResult& result) {
    std::vector<LevelGroup> groups = groups_of(result);
    std::sort(groups.begin(), groups.end(), [](const LevelGroup& a, const LevelGroup& b) {
        return a.target < b.target;
    });
    return groups;
}

std::vector<LevelGroup> some_of(const std::vector<LevelGroup>& groups, std::size_t most) {
    if (groups.size() <= most) return groups;
    std::vector<LevelGroup> some;
    for (std::size_t i = 0; i < most; ++i)
        some.push_back(groups[i * (groups.size() - 1) / (most - 1)]);
    return some;
}

Histogram sum_of(const LevelGroup& group, Metric metric) {
    Histogram sum;
    const bool takes_bound = group.is_bound();
    for (const Level* const run : group.runs) {
        if (takes_bound || !run->client.bound) sum.add(run->metrics[metric]);
    }
    return sum;
}

}  // namespace plumbline::load

#include "benchmarks/load/result/model/level_groups.hpp"

#include "benchmarks/load/result/level_figures.hpp"

#include <algorithm>

namespace plumbline::load {

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

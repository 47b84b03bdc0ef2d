#include "conformance/runner/shard_groups.hpp"

#include "conformance/runner/access/permission.hpp"
#include "conformance/runner/shared_calls.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace plumbline::runner {
namespace {

/// Estimates what scenarios take. Unit: milliseconds, or steps without known times.
class DurationEstimate {
  public:
    DurationEstimate(const std::vector<ScenarioGroup>& groups, const ShardOptions& shard)
        : times_(shard.times_ms) {
        double known = 0;
        double steps = 0;
        for (const ScenarioGroup& group : groups) {
            for (const ScheduledScenario& item : group) {
                const auto found = times_.find(item.name());
                if (found == times_.end()) continue;
                known += found->second;
                steps += steps_of(item);
            }
        }
        if (known > 0 && steps > 0) per_step_ = known / steps;
    }

    [[nodiscard]] double of(const ScenarioGroup& group) const {
        return std::accumulate(
            group.begin(), group.end(), 0.0, [&](double sum, const ScheduledScenario& item) {
                const auto found = times_.find(item.name());
                return sum + (found != times_.end() ? found->second : per_step_ * steps_of(item));
            });
    }

  private:
    static double steps_of(const ScheduledScenario& item) {
        return static_cast<double>(reachable_steps(*item.workflow).size());
    }

    const std::map<std::string, double>& times_;
    double per_step_ = 1;
};

}  // namespace

std::vector<ScenarioGroup> groups_of_shard(std::vector<ScenarioGroup> groups,
                                           const ShardOptions& shard) {
    const std::vector<ScenarioGroup> parts = join_sharing_groups(groups);
    const DurationEstimate estimate(parts, shard);
    std::vector<std::pair<double, std::size_t>> longest_first;
    for (std::size_t i = 0; i < parts.size(); ++i)
        longest_first.emplace_back(-estimate.of(parts[i]), i);
    std::ranges::sort(longest_first);
    // Of equally loaded shards, that with fewer groups: what takes no time is spread, too.
    std::vector<std::pair<double, std::size_t>> loads(static_cast<std::size_t>(shard.count));
    const auto wanted = static_cast<std::size_t>(shard.number - 1);
    std::set<std::size_t> chosen;  // indexes of scenarios
    for (const auto& [negative, index] : longest_first) {
        const auto least = std::ranges::min_element(loads);
        least->first -= negative;
        ++least->second;
        if (static_cast<std::size_t>(least - loads.begin()) != wanted) continue;
        for (const ScheduledScenario& item : parts[index]) chosen.insert(item.index);
    }
    std::erase_if(
        groups, [&](const ScenarioGroup& group) { return !chosen.contains(group.front().index); });
    return groups;
}

}  // namespace plumbline::runner

#include "mock_server/lifecycle/chronicle.hpp"

#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {

void Chronicle::note(StateChange change, std::string_view machine) {
    auto& counts = taken_[machine];
    auto count = std::find_if(counts.begin(), counts.end(), [&](const Count& one) {
        return one.to == change.to && one.from == change.from && one.cause == change.cause;
    });
    if (count == counts.end())
        count = counts.insert(count, {change.from, change.to, change.cause, 0});
    ++count->number;
    if (changes_.size() == kMostChanges) {
        changes_.pop_front();
        ++dropped_;
    }
    changes_.push_back(std::move(change));
}

std::uint64_t Chronicle::taken(std::string_view machine, const Step& step) const {
    const auto counts = taken_.find(machine);
    if (counts == taken_.end()) return 0;
    for (const Count& one : counts->second) {
        if (one.from == step.from && one.to == step.to && one.cause == step.cause)
            return one.number;
    }
    return 0;
}

std::string change_text(const StateChange& change) {
    return fmt::format("{} {} {} {} -> {} ({})",
                       to_text(change.at),
                       change.collection,
                       change.id,
                       change.from.empty() ? "-" : change.from,
                       change.to.empty() ? "-" : change.to,
                       change.cause);
}

}  // namespace plumbline::mock

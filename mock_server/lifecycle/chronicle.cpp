#include "mock_server/lifecycle/chronicle.hpp"

#include "mock_server/lifecycle/law_text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {

Chronicle::Count& Chronicle::count_of(const Passage& passage,
                                      std::string_view cause,
                                      std::string_view machine) {
    auto& counts = taken_[machine];
    const auto count = std::find_if(counts.begin(), counts.end(), [&](const Count& one) {
        return is_same_text(one.passage.to, passage.to) &&
               is_same_text(one.passage.from, passage.from) && is_same_text(one.cause, cause) &&
               is_same_text(one.passage.collection, passage.collection);
    });
    return count == counts.end() ? counts.emplace_back(Count{passage, cause, 0}) : *count;
}

void Chronicle::note(Instant at,
                     std::string_view id,
                     const Passage& passage,
                     std::string_view cause,
                     std::string_view machine) {
    Count& count = count_of(passage, cause, machine);
    ++count.number;
    Kept& kept = noted_ < kMostChanges ? kept_.emplace_back() : kept_[noted_ % kMostChanges];
    ++noted_;
    kept.at = at;
    kept.id = id;
    kept.step = &count;
}

std::vector<StateChange> Chronicle::changes() const {
    std::vector<StateChange> all;
    all.reserve(kept_.size());
    for (std::uint64_t number = dropped(); number < noted_; ++number) {
        const Kept& kept = kept_[number % kMostChanges];
        const Passage& passage = kept.step->passage;
        all.push_back(
            {kept.at, kept.id, passage.collection, passage.from, passage.to, kept.step->cause});
    }
    return all;
}

std::uint64_t Chronicle::taken(std::string_view machine, const Step& step) const {
    std::uint64_t taken = 0;
    const auto counts = taken_.find(machine);
    if (counts == taken_.end()) return taken;
    for (const Count& one : counts->second) {
        const bool is_meant =
            one.passage.from == step.from && one.passage.to == step.to && one.cause == step.cause;
        if (is_meant) taken += one.number;
    }
    return taken;
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

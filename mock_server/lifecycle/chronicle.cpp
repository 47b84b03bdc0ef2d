#include "mock_server/lifecycle/chronicle.hpp"

#include "mock_server/lifecycle/law_text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {

void Chronicle::note(Instant at,
                     std::string_view id,
                     const Passage& passage,
                     std::string_view cause,
                     std::string_view machine) {
    auto& counts = taken_[machine];
    auto count = std::find_if(counts.begin(), counts.end(), [&](const Count& one) {
        return is_same_text(one.to, passage.to) && is_same_text(one.from, passage.from) &&
               is_same_text(one.cause, cause);
    });
    if (count == counts.end()) count = counts.insert(count, {passage.from, passage.to, cause, 0});
    ++count->number;
    StateChange change;
    if (changes_.size() == kMostChanges) {
        change = std::move(changes_.front());  // its id has room for this one's
        changes_.pop_front();
        ++dropped_;
    }
    change.at = at;
    change.id = id;
    change.collection = passage.collection;
    change.from = passage.from;
    change.to = passage.to;
    change.cause = cause;
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

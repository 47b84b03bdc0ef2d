#include "mock_server/lifecycle/chronicle.hpp"

#include "spec/base/time_text.hpp"

#include <fmt/format.h>

namespace plumbline::mock {

void Chronicle::note(StateChange change, const std::string& machine) {
    Steps& steps = taken_[machine];
    const auto known = steps.find(ByNames::Names(change.from, change.to, change.cause));
    if (known == steps.end()) {
        steps.emplace(Step{change.from, change.to, change.cause}, 1);
    } else {
        ++known->second;
    }
    if (changes_.size() == kMostChanges) {
        changes_.pop_front();
        ++dropped_;
    }
    changes_.push_back(std::move(change));
}

std::uint64_t Chronicle::taken(const std::string& machine, const Step& step) const {
    const auto steps = taken_.find(machine);
    if (steps == taken_.end()) return 0;
    const auto found = steps->second.find(step);
    return found == steps->second.end() ? 0 : found->second;
}

std::string change_text(const StateChange& change) {
    return fmt::format("{} {} {} {} -> {} ({})",
                       to_text(change.at),
                       change.record.collection,
                       change.record.id,
                       change.from.empty() ? "-" : change.from,
                       change.to.empty() ? "-" : change.to,
                       change.cause);
}

}  // namespace plumbline::mock

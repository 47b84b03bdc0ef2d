#include "mock_server/lifecycle/history/transition_log.hpp"

#include <utility>

namespace plumbline::mock {

void TransitionLog::add(TransitionLogEntry entry, std::string_view machine) {
    ++counts_[{machine, entry.from, entry.to, entry.cause}];
    entries_.push_back(std::move(entry));
    if (entries_.size() <= kMaxEntries) return;
    entries_.pop_front();
    ++dropped_;
}

std::uint64_t TransitionLog::count(std::string_view machine, const TransitionEdge& edge) const {
    const auto count = counts_.find({machine, edge.from, edge.to, edge.cause});
    return count == counts_.end() ? 0 : count->second;
}

}  // namespace plumbline::mock

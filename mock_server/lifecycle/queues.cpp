#include "mock_server/lifecycle/queues.hpp"

#include <algorithm>

namespace plumbline::mock {
void CountsByOwner::add(const std::string& owner,
                        const std::string& collection,
                        const std::string& state,
                        int by) {
    std::vector<Count>& counts = owners_[owner];
    auto found = std::find_if(counts.begin(), counts.end(), [&](const Count& one) {
        return one.state == state && one.collection == collection;
    });
    if (found == counts.end()) found = counts.insert(counts.end(), {collection, state, 0});
    found->number += static_cast<std::size_t>(by);
    if (found->number > 0) return;
    counts.erase(found);
    if (counts.empty()) owners_.erase(owner);
}

std::size_t CountsByOwner::of(const std::string& owner,
                              const std::string& collection,
                              const std::string& state) const {
    const auto counts = owners_.find(owner);
    if (counts == owners_.end()) return 0;
    for (const Count& one : counts->second) {
        if (one.state == state && one.collection == collection) return one.number;
    }
    return 0;
}

void Tally::move(const Record& record, const std::string& from, const std::string& to) {
    const auto note = [&](const std::string& state, int by) {
        if (state.empty()) return;
        by_parent_.add(record.parent, record.ref.collection, state, by);
        by_tenant_.add(record.tenant, record.ref.collection, state, by);
    };
    note(from, -1);
    note(to, 1);
}

std::size_t Tally::of_parent(const std::string& collection,
                             const std::string& parent,
                             const std::string& state) const {
    return by_parent_.of(parent, collection, state);
}

std::size_t Tally::of_tenant(const std::string& collection,
                             const std::string& tenant,
                             const std::string& state) const {
    return by_tenant_.of(tenant, collection, state);
}

void Queues::join(const Share& share, const RecordRef& record, const std::string& to) {
    leave(record);
    places_[record] = {share, ++last_};
    queues_[share][last_] = {record, to};
    stir(share);
}

void Queues::leave(const RecordRef& record) {
    const auto place = places_.find(record);
    if (place == places_.end()) return;
    const auto queue = queues_.find(place->second.first);
    queue->second.erase(place->second.second);
    if (queue->second.empty()) queues_.erase(queue);
    places_.erase(place);
}

void Queues::stir(const Share& share) {
    if (queues_.contains(share)) stirred_.insert(share);
}

void Queues::stir_all() {
    for (const auto& [share, queue] : queues_) stirred_.insert(share);
}

std::optional<Share> Queues::take_stirred() {
    while (!stirred_.empty()) {
        Share share = *stirred_.begin();
        stirred_.erase(stirred_.begin());
        if (queues_.contains(share)) return share;
    }
    return std::nullopt;
}

std::optional<std::pair<std::uint64_t, Queues::Waiting>> Queues::next(const Share& share,
                                                                      std::uint64_t number) const {
    const auto queue = queues_.find(share);
    if (queue == queues_.end()) return std::nullopt;
    const auto one = queue->second.upper_bound(number);
    if (one == queue->second.end()) return std::nullopt;
    return *one;
}

}  // namespace plumbline::mock

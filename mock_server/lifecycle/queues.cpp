#include "mock_server/lifecycle/queues.hpp"

#include <algorithm>

namespace plumbline::mock {

template <typename Owner>
void CountsByOwner<Owner>::move(const Owner& owner,
                                const std::string& collection,
                                const std::string& from,
                                const std::string& to) {
    std::vector<Count>& counts = owners_[owner];
    const auto in = [&](const std::string& state) {
        return std::find_if(counts.begin(), counts.end(), [&](const Count& one) {
            return one.state == state && one.collection == collection;
        });
    };
    if (!to.empty()) {
        auto entered = in(to);
        if (entered == counts.end()) entered = counts.insert(counts.end(), {collection, to, 0});
        ++entered->number;
    }
    if (!from.empty()) {
        const auto left = in(from);
        if (--left->number == 0) counts.erase(left);
    }
    if (counts.empty()) owners_.erase(owner);
}

template <typename Owner>
std::size_t CountsByOwner<Owner>::of(const Owner& owner,
                                     const std::string& collection,
                                     const std::string& state) const {
    const auto counts = owners_.find(owner);
    if (counts == owners_.end()) return 0;
    for (const Count& one : counts->second) {
        if (one.state == state && one.collection == collection) return one.number;
    }
    return 0;
}

template class CountsByOwner<RecordNumber>;
template class CountsByOwner<std::string>;

void Tally::move(const Record& record,
                 const std::string& from,
                 const std::string& to,
                 CountedBy by) {
    if (by.parent) by_parent_.move(record.owner, record.ref.collection, from, to);
    if (by.tenant) by_tenant_.move(record.tenant, record.ref.collection, from, to);
}

std::size_t Tally::of_parent(const std::string& collection,
                             RecordNumber parent,
                             const std::string& state) const {
    return by_parent_.of(parent, collection, state);
}

std::size_t Tally::of_tenant(const std::string& collection,
                             const std::string& tenant,
                             const std::string& state) const {
    return by_tenant_.of(tenant, collection, state);
}

void Queues::join(const Share& share, RecordNumber record, const std::string& to) {
    leave(record);
    places_[record] = {share, ++last_};
    queues_[share][last_] = {record, to};
    stir(share);
}

void Queues::leave(RecordNumber record) {
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

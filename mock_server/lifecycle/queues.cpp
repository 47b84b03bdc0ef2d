#include "mock_server/lifecycle/queues.hpp"

namespace plumbline::mock {
namespace {

template <typename Counts, typename Key>
void count(Counts& counts, const Key& key, int by) {
    auto found = counts.find(key);
    if (found == counts.end()) found = counts.emplace(key, 0).first;
    found->second += static_cast<std::size_t>(by);
    if (found->second == 0) counts.erase(found);
}

template <typename Counts, typename Key>
std::size_t counted(const Counts& counts, const Key& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
}

}  // namespace

void Tally::move(const Record& record, const std::string& from, const std::string& to) {
    const std::string& collection = record.ref.collection;
    const auto note = [&](const std::string& state, int by) {
        if (state.empty()) return;
        count(by_parent_, std::tie(collection, record.parent, state), by);
        count(by_tenant_, std::tie(collection, record.tenant, state), by);
    };
    note(from, -1);
    note(to, 1);
}

std::size_t Tally::of_parent(const std::string& collection,
                             const std::string& parent,
                             const std::string& state) const {
    return counted(by_parent_, std::tie(collection, parent, state));
}

std::size_t Tally::of_tenant(const std::string& collection,
                             const std::string& tenant,
                             const std::string& state) const {
    return counted(by_tenant_, std::tie(collection, tenant, state));
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

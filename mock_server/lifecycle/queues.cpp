#include "mock_server/lifecycle/queues.hpp"

#include "mock_server/lifecycle/law_text.hpp"

#include <algorithm>

namespace plumbline::mock {

namespace {

/// `Counts` is const or not.
template <typename Counts>
auto find_count(Counts& counts, std::string_view collection, std::string_view state) {
    return std::find_if(counts.begin(), counts.end(), [&](const StateCount& one) {
        return is_same_text(one.state, state) && is_same_text(one.collection, collection);
    });
}

void count(StateCounts& counts, const Passage& passage) {
    if (!passage.to.empty()) {
        auto entered = find_count(counts, passage.collection, passage.to);
        if (entered == counts.end())
            entered = counts.insert(counts.end(), {passage.collection, passage.to, 0});
        ++entered->number;
    }
    if (!passage.from.empty()) {
        const auto left = find_count(counts, passage.collection, passage.from);
        if (--left->number == 0) counts.erase(left);
    }
}

std::size_t number_of(const StateCounts& counts,
                      std::string_view collection,
                      std::string_view state) {
    const auto count = find_count(counts, collection, state);
    return count == counts.end() ? 0 : count->number;
}

}  // namespace

void Tally::move(const Record& record, const Passage& passage, bool of_tenant) {
    if (counts(passage.collection)) count(by_parent_[record.owner], passage);
    if (of_tenant) count(by_tenant_[std::string(record.tenant)], passage);
}

bool Tally::counts(std::string_view collection) const {
    return std::any_of(counted_.begin(), counted_.end(), [&](std::string_view one) {
        return is_same_text(one, collection);
    });
}

void Tally::count_all(std::string_view collection, const std::vector<const Record*>& records) {
    counted_.push_back(collection);
    for (const Record* record : records)
        count(by_parent_[record->owner], {collection, "", record->state});
}

std::size_t Tally::of_parent(std::string_view collection,
                             RecordNumber parent,
                             std::string_view state) const {
    const StateCounts* counts = by_parent_.find(parent);
    return counts ? number_of(*counts, collection, state) : 0;
}

std::size_t Tally::of_tenant(std::string_view collection,
                             const std::string& tenant,
                             std::string_view state) const {
    const auto counts = by_tenant_.find(tenant);
    return counts == by_tenant_.end() ? 0 : number_of(counts->second, collection, state);
}

void Queues::join(const Share& share, RecordNumber record, std::string_view to) {
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

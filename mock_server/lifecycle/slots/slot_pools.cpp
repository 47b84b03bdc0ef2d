#include "mock_server/lifecycle/slots/slot_pools.hpp"

#include <algorithm>

namespace plumbline::mock {

SlotPool slot_pool_of(const Record& record, const SlotDefinition& slot) {
    return {record.ref.collection,
            slot.name,
            slot.per_tenant ? record.tenant : "",
            slot.per_tenant ? 0 : record.owner};
}

void SlotPools::count_change(const Record& record, const Machine& machine, std::string_view to) {
    for (const SlotDefinition& slot : machine.slots) {
        const bool was_occupied = std::ranges::count(slot.occupied_in, record.state) > 0;
        const bool is_occupied = std::ranges::count(slot.occupied_in, to) > 0;
        if (was_occupied == is_occupied) continue;
        std::size_t& number = occupied_[slot_pool_of(record, slot)];
        number = is_occupied ? number + 1 : number - 1;
    }
}

std::size_t SlotPools::occupied(const SlotPool& pool) const {
    const auto number = occupied_.find(pool);
    return number == occupied_.end() ? 0 : number->second;
}

void SlotPools::enqueue(const SlotPool& pool, RecordNumber record, std::string_view to) {
    leave_queue(record);
    positions_[record] = {pool, ++last_number_};
    queues_[pool][last_number_] = {record, to};
    mark_ready(pool);
}

void SlotPools::leave_queue(RecordNumber record) {
    const auto position = positions_.find(record);
    if (position == positions_.end()) return;
    const auto queue = queues_.find(position->second.first);
    queue->second.erase(position->second.second);
    if (queue->second.empty()) queues_.erase(queue);
    positions_.erase(position);
}

void SlotPools::forget(RecordNumber record) {
    leave_queue(record);
    std::erase_if(occupied_, [&](const auto& pool) { return pool.first.parent == record; });
}

void SlotPools::mark_ready(const SlotPool& pool) {
    if (queues_.contains(pool)) ready_.insert(pool);
}

void SlotPools::mark_all_ready() {
    for (const auto& [pool, queue] : queues_) ready_.insert(pool);
}

std::optional<SlotPool> SlotPools::take_ready() {
    while (!ready_.empty()) {
        const SlotPool pool = std::move(ready_.extract(ready_.begin()).value());
        if (queues_.contains(pool)) return pool;
    }
    return std::nullopt;
}

std::optional<std::pair<std::uint64_t, WaitingRecord>> SlotPools::next_after(
    const SlotPool& pool, std::uint64_t number) const {
    const auto queue = queues_.find(pool);
    if (queue == queues_.end()) return std::nullopt;
    const auto one = queue->second.upper_bound(number);
    if (one == queue->second.end()) return std::nullopt;
    return *one;
}

}  // namespace plumbline::mock

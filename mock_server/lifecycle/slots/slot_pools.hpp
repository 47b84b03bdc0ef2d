#pragma once
// The slots of machines: how many records occupy them, and which records wait for one. A slot is
// one unit of a concurrency limit.

#include "mock_server/lifecycle/definition/machine.hpp"
#include "mock_server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace plumbline::mock {

/// Identifies the slots of one owner: the tenant, or the parent if `tenant` is "".
struct SlotPool {
    std::string collection;
    std::string slot;
    std::string tenant;
    RecordNumber parent = 0;

    auto operator<=>(const SlotPool&) const = default;
};

/// Returns the pool from which a record gets its slot.
[[nodiscard]] SlotPool slot_pool_of(const Record& record, const SlotDefinition& slot);

/// A record, and the state it enters with the slot.
struct WaitingRecord {
    RecordNumber record = 0;
    std::string_view to;  ///< points into the state model or the fault overrides
};

/// Counts occupied slots and queues waiting records in FIFO order. A pool is marked ready when its
/// queue should be examined again. Not thread-safe.
class SlotPools {
  public:
    /// Counts a state change of a record of the machine; `to` is "" if it is removed.
    void count_change(const Record& record, const Machine& machine, std::string_view to);
    [[nodiscard]] std::size_t occupied(const SlotPool& pool) const;

    void enqueue(const SlotPool& pool, RecordNumber record, std::string_view to);
    void leave_queue(RecordNumber record);
    /// Removes a record, and the pools of its children.
    void forget(RecordNumber record);
    /// Marks that a slot of the pool may be free.
    void mark_ready(const SlotPool& pool);
    void mark_all_ready();
    /// Removes and returns a ready pool that has waiting records.
    [[nodiscard]] std::optional<SlotPool> take_ready();
    /// Returns the first waiting record after position `number` (0 returns the first), with its own
    /// position.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, WaitingRecord>> next_after(
        const SlotPool& pool, std::uint64_t number) const;

  private:
    std::map<SlotPool, std::size_t> occupied_;
    std::map<SlotPool, std::map<std::uint64_t, WaitingRecord>> queues_;  ///< never empty ones
    std::map<RecordNumber, std::pair<SlotPool, std::uint64_t>> positions_;
    std::set<SlotPool> ready_;
    std::uint64_t last_number_ = 0;
};

}  // namespace plumbline::mock

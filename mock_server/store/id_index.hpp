#pragma once
// Finds records by their ids.

#include "mock_server/store/by_number.hpp"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Numbers of records by a hash of their ids, which the records themselves hold: adding one touches
/// one place, and growing moves what lies side by side. A table of nodes took 6 % of the time of a
/// create, since no cache holds the nodes of ten thousand records. Not thread-safe.
class IdIndex {
  public:
    /// Returns the number of those with this hash for which `has_id(number)` holds; 0: there is
    /// none.
    template <typename HasId>
    [[nodiscard]] RecordNumber find(std::string_view id, const HasId& has_id) const {
        if (slots_.empty()) return 0;
        const std::size_t hash = std::hash<std::string_view>()(id);
        for (std::size_t at = hash;; ++at) {
            const Slot& slot = slots_[place_of(at)];
            if (slot.number == 0) return 0;
            if (slot.hash == hash && slot.number != kGone && has_id(slot.number))
                return slot.number;
        }
    }
    /// Adds a number, whose id must be new.
    void add(std::string_view id, RecordNumber number);
    /// Takes away a number that is there.
    void erase(std::string_view id, RecordNumber number);
    /// Returns all numbers, in no order.
    [[nodiscard]] std::vector<RecordNumber> numbers() const;

  private:
    static constexpr RecordNumber kGone = ~RecordNumber{0};

    struct Slot {
        std::size_t hash = 0;
        RecordNumber number = 0;  ///< 0: never used; kGone: used once, so a walk goes on
    };

    [[nodiscard]] std::size_t place_of(std::size_t at) const { return at & (slots_.size() - 1); }
    void put(const Slot& slot);
    void make_room();

    std::vector<Slot> slots_;  ///< a power of two of them, a quarter at least never used
    std::size_t used_ = 0;     ///< those that are gone count
    std::size_t there_ = 0;
};

}  // namespace plumbline::mock

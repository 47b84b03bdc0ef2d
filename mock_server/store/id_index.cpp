#include "mock_server/store/id_index.hpp"

#include <utility>

namespace plumbline::mock {

void IdIndex::put(const Slot& slot) {
    std::size_t at = slot.hash;
    while (slots_[place_of(at)].number != 0) ++at;
    slots_[place_of(at)] = slot;
    ++used_;
}

void IdIndex::make_room() {
    constexpr std::size_t kFirst = 8;
    if (4 * (used_ + 1) <= 3 * slots_.size()) return;
    std::size_t size = kFirst;
    while (size < 2 * (there_ + 1)) size *= 2;
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(size));
    used_ = 0;
    for (const Slot& slot : before) {
        if (slot.number != 0 && slot.number != kGone) put(slot);
    }
}

void IdIndex::add(std::string_view id, RecordNumber number) {
    make_room();
    put({std::hash<std::string_view>()(id), number});
    ++there_;
}

void IdIndex::erase(std::string_view id, RecordNumber number) {
    std::size_t at = std::hash<std::string_view>()(id);
    while (slots_[place_of(at)].number != number) ++at;
    slots_[place_of(at)].number = kGone;
    --there_;
}

std::vector<RecordNumber> IdIndex::numbers() const {
    std::vector<RecordNumber> numbers;
    numbers.reserve(there_);
    for (const Slot& slot : slots_) {
        if (slot.number != 0 && slot.number != kGone) numbers.push_back(slot.number);
    }
    return numbers;
}

}  // namespace plumbline::mock

#pragma once
// Values of records, found by the record's number.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// Tells the records of a store apart, in a word; it rises with every record made. 0: none.
using RecordNumber = std::uint64_t;

/// Holds a value for some numbers. As numbers rise with the time and are not used twice, values lie
/// in pages in their order: no hashing, neighbours are made and looked at together, and a page goes
/// with its last value. A value stays where it is until it is erased. Not thread-safe.
template <typename T>
class ByNumber {
  public:
    /// Returns the value of a number, null if it has none.
    [[nodiscard]] T* find(RecordNumber number) {
        return const_cast<T*>(std::as_const(*this).find(number));
    }
    [[nodiscard]] const T* find(RecordNumber number) const {
        const Page* page = page_of(number);
        return page && (page->taken & bit_of(number)) != 0 ? &page->values[place_of(number)]
                                                           : nullptr;
    }
    [[nodiscard]] bool contains(RecordNumber number) const { return find(number) != nullptr; }
    /// Returns the value of a number, an empty one if it had none.
    T& operator[](RecordNumber number) {
        const auto at = static_cast<std::size_t>(number / kPerPage);
        if (at >= pages_.size()) pages_.resize(at + 1);
        if (!pages_[at]) pages_[at] = std::make_unique<Page>();
        Page& page = *pages_[at];
        if ((page.taken & bit_of(number)) == 0) {
            page.taken |= bit_of(number);
            ++size_;
        }
        return page.values[place_of(number)];
    }
    /// Says whether there was a value to take away.
    bool erase(RecordNumber number) {
        T* value = find(number);
        if (!value) return false;
        auto& page = pages_[static_cast<std::size_t>(number / kPerPage)];
        *value = T();
        page->taken &= ~bit_of(number);
        if (page->taken == 0) page.reset();
        --size_;
        return true;
    }
    void clear() {
        pages_.clear();
        size_ = 0;
    }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    static constexpr RecordNumber kPerPage = 32;

    struct Page {
        std::uint32_t taken = 0;  ///< a bit for each value that is there
        std::array<T, kPerPage> values{};
    };

    [[nodiscard]] static std::size_t place_of(RecordNumber number) {
        return static_cast<std::size_t>(number % kPerPage);
    }
    [[nodiscard]] static std::uint32_t bit_of(RecordNumber number) {
        return std::uint32_t{1} << place_of(number);
    }
    [[nodiscard]] const Page* page_of(RecordNumber number) const {
        const auto at = static_cast<std::size_t>(number / kPerPage);
        return at < pages_.size() ? pages_[at].get() : nullptr;
    }

    std::vector<std::unique_ptr<Page>> pages_;
    std::size_t size_ = 0;
};

}  // namespace plumbline::mock

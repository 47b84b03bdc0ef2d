#pragma once
// Where the common names of members are kept, once each.

#include "spec/json/name_text.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace plumbline {

/// Keeps the first texts that it meets for as long as the program runs: those of the documents,
/// which every program reads before anything else. So nobody has to write a list of them, and what
/// a hostile client sends can at most fill what is left of the `kSlots` (a power of two).
///
/// A text is looked for in a few slots and goes into the first that is free. What is in a slot
/// stays there, so the answer for a text is the same for ever and in every thread: kept or not
/// kept. Nothing is freed: names in static objects outlive everything. Thread: any, without a lock.
template <std::size_t kSlots>
class NamePool {
  public:
    /// Longer ones are rarely the names of anything that comes twice.
    static constexpr std::size_t kLongest = NameLabel::kLongestName;

    /// Returns what is kept for all that are equal to `text`; null if nothing is.
    const NameText* kept(std::string_view text) {
        if (text.size() > kLongest) return nullptr;
        const SoughtName sought(text);
        const std::size_t home = hash(sought);
        for (std::size_t tries = 0; tries < kTries; ++tries) {
            Slot& slot = slots_[(home + tries) % kSlots];
            const NameText* found = slot.load(std::memory_order_acquire);
            if (!found) found = filled(slot, text);
            if (is_same(*found, sought)) return found;
        }
        return nullptr;
    }

  private:
    static_assert((kSlots & (kSlots - 1)) == 0);
    using Slot = std::atomic<const NameText*>;

    /// Someone may choose names that all want the same slot: they are not to cost a long walk each.
    static constexpr std::size_t kTries = 8;

    /// Fills a slot unless another thread was quicker; returns what is in it.
    static const NameText* filled(Slot& slot, std::string_view text) {
        auto* const made = new NameText(text);
        if (needs_no_escapes(text)) made->label = NameLabel(text);
        const NameText* found = nullptr;
        if (slot.compare_exchange_strong(
                found, made, std::memory_order_release, std::memory_order_acquire))
            return made;
        delete made;
        return found;
    }

    /// Both ends and the length tell nearly all names apart.
    static std::size_t hash(const SoughtName& sought) {
        constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;  // 2^64 by the golden ratio
        constexpr std::size_t kBlock = sizeof sought.first;
        std::uint64_t mixed = sought.first + sought.text.size();
        if (sought.text.size() > kBlock)
            mixed = mixed * kMix ^ first_bytes(sought.text.substr(sought.text.size() - kBlock));
        mixed *= kMix;
        return static_cast<std::size_t>(mixed >> 40U);
    }

    std::array<Slot, kSlots> slots_{};
};

}  // namespace plumbline

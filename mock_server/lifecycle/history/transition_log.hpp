#pragma once
// The state changes of a workspace's records, and how often each transition was made.

#include "mock_server/lifecycle/definition/machine.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace plumbline::mock {

/// A state change of a record. All texts except the id belong to the state model or to fault
/// overrides, which outlive the entry.
struct TransitionLogEntry {
    Instant at;
    std::string id;
    std::string_view collection;
    std::string_view from;   ///< "" for a new record
    std::string_view to;     ///< "" for a removed record
    std::string_view cause;  ///< cause of the transition, or kCreationCause
};

inline constexpr std::string_view kCreationCause = "created";

/// Stores the latest state changes and counts all of them.
class TransitionLog {
  public:
    static constexpr std::size_t kMaxEntries = 20'000;

    /// Logs a state change of a record with that machine.
    void add(TransitionLogEntry entry, std::string_view machine);
    /// Returns the stored changes, oldest first.
    [[nodiscard]] const std::deque<TransitionLogEntry>& entries() const { return entries_; }
    /// Returns how many older changes are no longer stored.
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
    /// Returns how often the transition was made by records of the machine.
    [[nodiscard]] std::uint64_t count(std::string_view machine, const TransitionEdge& edge) const;

  private:
    /// Machine, from, to, cause.
    using CountedTransition =
        std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

    std::map<CountedTransition, std::uint64_t> counts_;
    std::deque<TransitionLogEntry> entries_;
    std::uint64_t dropped_ = 0;
};

}  // namespace plumbline::mock

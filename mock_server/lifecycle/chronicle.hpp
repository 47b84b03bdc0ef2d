#pragma once
// What has changed in a workspace, and which moves its machines have made.

#include "mock_server/lifecycle/machine.hpp"
#include "mock_server/store/store.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// A record that has changed its state.
struct StateChange {
    Instant at;
    RecordRef record;
    std::string from;   ///< "" for one that was made
    std::string to;     ///< "" for one that is gone
    std::string cause;  ///< of the step; kByCreation
};

inline constexpr std::string_view kByCreation = "created";

/// Keeps the latest changes, and counts every step.
class Chronicle {
  public:
    static constexpr std::size_t kMostChanges = 20'000;

    void note(StateChange change, const std::string& machine);
    [[nodiscard]] const std::deque<StateChange>& changes() const { return changes_; }
    /// Returns how many changes are not kept any more.
    [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
    /// Returns how often a machine has made a step.
    [[nodiscard]] std::uint64_t taken(const std::string& machine, const Step& step) const;

  private:
    std::deque<StateChange> changes_;
    std::uint64_t dropped_ = 0;
    struct Count {
        Step step;
        std::uint64_t number = 0;
    };

    std::map<std::string, std::vector<Count>> taken_;  ///< of each machine; few steps each
};

/// Returns `2026-01-05T09:00:01.000000Z rooms ID A -> B (time)`.
[[nodiscard]] std::string change_text(const StateChange& change);

}  // namespace plumbline::mock

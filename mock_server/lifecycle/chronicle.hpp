#pragma once
// What has changed in a workspace, and which moves its machines have made.

#include "mock_server/lifecycle/machine.hpp"
#include "mock_server/lifecycle/queues.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// A record that has changed its state. All texts but the id are those of laws and switches, which
/// outlive it.
struct StateChange {
    Instant at;
    std::string id;
    std::string_view collection;
    std::string_view from;   ///< "" for one that was made
    std::string_view to;     ///< "" for one that is gone
    std::string_view cause;  ///< of the step; kByCreation
};

inline constexpr std::string_view kByCreation = "created";

/// Keeps the latest changes, and counts every step.
class Chronicle {
  public:
    static constexpr std::size_t kMostChanges = 20'000;

    Chronicle() = default;
    Chronicle(const Chronicle&) = delete;
    Chronicle& operator=(const Chronicle&) = delete;
    Chronicle(Chronicle&&) = default;
    Chronicle& operator=(Chronicle&&) = default;
    ~Chronicle() = default;

    /// Notes that a record of that id, which `machine` moves, has changed its state.
    void note(Instant at,
              std::string_view id,
              const Passage& passage,
              std::string_view cause,
              std::string_view machine);
    /// Returns the latest changes, oldest first.
    [[nodiscard]] std::vector<StateChange> changes() const;
    /// Returns how many changes are not kept any more.
    [[nodiscard]] std::uint64_t dropped() const { return noted_ - kept_.size(); }
    /// Returns how often a machine has made a step.
    [[nodiscard]] std::uint64_t taken(std::string_view machine, const Step& step) const;

  private:
    /// How often records of a collection have made a step.
    struct Count {
        Passage passage;
        std::string_view cause;
        std::uint64_t number = 0;
    };
    /// A change as it is kept: thousands are noted a second.
    struct Kept {
        Instant at;
        std::string id;
        const Count* step = nullptr;
    };

    [[nodiscard]] Count& count_of(const Passage& passage,
                                  std::string_view cause,
                                  std::string_view machine);

    /// By machine; few steps each, which stay where they are.
    std::map<std::string_view, std::deque<Count>> taken_;
    std::vector<Kept> kept_;  ///< a ring when it is full
    std::uint64_t noted_ = 0;
};

/// Returns `2026-01-05T09:00:01.000000Z rooms ID A -> B (time)`.
[[nodiscard]] std::string change_text(const StateChange& change);

}  // namespace plumbline::mock

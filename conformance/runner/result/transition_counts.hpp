#pragma once
// The transitions of a mock's state machines, over all workspaces of a run.

#include "conformance/runner/access/environment.hpp"
#include "reports/result.hpp"

#include <mutex>
#include <vector>

namespace plumbline::runner {

/// Sums the transitions of workspaces. Thread-safe: a mutex guards the sums.
class TransitionCounts {
  public:
    /// Requests the transitions of a workspace that is about to be deleted, and adds them. A
    /// failure is not the target's fault and is ignored.
    void fetch(const Environment& environment, const Target& target, const Send& send);
    /// Adds a response of the operation getCoverage; malformed parts are ignored.
    void add(const Json& coverage);
    /// Returns the machines by name, each with its transitions in the order of the first response.
    [[nodiscard]] std::vector<reports::MachineTransitions> take();

  private:
    std::mutex mutex_;  ///< guards machines_
    std::vector<reports::MachineTransitions> machines_;
};

}  // namespace plumbline::runner

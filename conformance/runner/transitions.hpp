#pragma once
// Which ways the machines of a mock went, over all workspaces of a run.

#include "conformance/runner/environment.hpp"
#include "reports/result.hpp"

#include <mutex>
#include <vector>

namespace plumbline::runner {

/// Sums what workspaces tell. Thread: safe from any.
class TransitionSum {
  public:
    /// Asks a workspace, which is about to be removed, for its transitions and adds them. Trouble
    /// with that is not the target's fault and is ignored.
    void ask(const Environment& environment, const Target& target, const Send& send);
    /// Adds an answer of the operation getCoverage; what is not in its form counts nothing.
    void add(const Json& coverage);
    /// Returns the machines by name, each with its transitions in the order of the first answer.
    [[nodiscard]] std::vector<reports::MachineTransitions> take();

  private:
    std::mutex mutex_;  ///< guards machines_
    std::vector<reports::MachineTransitions> machines_;
};

}  // namespace plumbline::runner

#pragma once
// Keeps the record of a step that is tried very often small.

#include "reports/result.hpp"

#include <cstddef>
#include <vector>

namespace plumbline::runner {

/// Adds the attempts of one step to a scenario's steps. Of many the first and the last few stay,
/// besides each that broke something none of the others broke; what is left out is counted in the
/// attempt after it.
class AttemptLog {
  public:
    /// `steps` is borrowed; while attempts are added, only steps behind them may be added by
    /// others.
    explicit AttemptLog(std::vector<reports::StepResult>& steps) : steps_(steps) {}

    void add(reports::StepResult attempt);
    /// Puts `attempt` in the place of the one added last, which must be there.
    void replace_last(reports::StepResult attempt);

    static constexpr std::size_t kKeptFirst = 3;
    static constexpr std::size_t kKeptLast = 5;

  private:
    [[nodiscard]] bool breaks_nothing_new(std::size_t place) const;
    void leave_out(std::size_t index);

    std::vector<reports::StepResult>& steps_;
    std::vector<std::size_t> kept_;  ///< places of this step's attempts in steps_
};

}  // namespace plumbline::runner

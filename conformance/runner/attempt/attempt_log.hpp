#pragma once
// Bounds the record of a step with very many attempts.

#include "reports/result.hpp"

#include <cstddef>
#include <vector>

namespace plumbline::runner {

/// Adds the attempts of one step to a scenario's steps. Of many attempts, the first and the last
/// few are kept, and each one with a finding that no other has; dropped attempts are counted in the
/// next one.
class AttemptLog {
  public:
    /// `steps` is borrowed; while attempts are added, others may only append steps.
    explicit AttemptLog(std::vector<reports::StepResult>& steps) : steps_(steps) {}

    void add(reports::StepResult attempt);
    /// Replaces the attempt that was added last; there must be one.
    void replace_last(reports::StepResult attempt);

    static constexpr std::size_t kMaxFirst = 3;
    static constexpr std::size_t kMaxLast = 5;

  private:
    [[nodiscard]] bool has_no_new_finding(std::size_t position) const;
    void drop(std::size_t index);

    std::vector<reports::StepResult>& steps_;
    std::vector<std::size_t> positions_;  ///< positions of this step's attempts in steps_
};

}  // namespace plumbline::runner

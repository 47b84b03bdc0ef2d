#pragma once
// The remaining budget of one evaluation. After the first exceeded limit every request fails, so
// that the evaluation ends soon; the caller then finds the Error here.

#include "spec/base/error.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace plumbline::jsonpath {

/// Counts against the limits. Not thread-safe: each evaluation has its own.
class EvaluationBudget {
  public:
    explicit EvaluationBudget(const JsonPathLimits& limits)
        : limits_(limits), remaining_(limits.max_steps) {
        if (limits.allowance) remaining_ = std::min(remaining_, limits.allowance->steps_left);
    }
    ~EvaluationBudget() {
        if (limits_.allowance) limits_.allowance->steps_left -= spent_;
    }
    EvaluationBudget(const EvaluationBudget&) = delete;
    EvaluationBudget& operator=(const EvaluationBudget&) = delete;

    /// Counts `steps` (at least one); returns whether the budget allows them.
    [[nodiscard]] bool spend(std::size_t steps = 1) {
        if (steps <= remaining_) {
            remaining_ -= steps;
            spent_ += steps;
            return true;
        }
        stop_at_max_steps();
        return false;
    }
    /// Returns whether the evaluation may enter a value `depth` levels down.
    [[nodiscard]] bool may_enter(std::size_t depth);
    /// Returns whether the result may have `nodes` nodes.
    [[nodiscard]] bool may_select(std::size_t nodes);
    /// Ends the evaluation with another error.
    void stop(Error error);

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  private:
    void stop_at_max_steps();

    JsonPathLimits limits_;
    std::size_t remaining_;
    std::size_t spent_ = 0;
    std::optional<Error> error_;
};

}  // namespace plumbline::jsonpath

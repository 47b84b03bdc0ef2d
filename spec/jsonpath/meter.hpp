#pragma once
// What one evaluation may still do. After the first breach of a limit nothing more may be done, so
// that everything ends soon; the caller then finds the Error here.

#include "spec/base/error.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <cstddef>
#include <optional>

namespace plumbline::jsonpath {

/// Counts against the limits. Not thread-safe: one evaluation has one.
class Meter {
  public:
    explicit Meter(const JsonPathLimits& limits) : limits_(limits), left_(limits.max_steps) {}

    /// Says whether `steps` more (at least one) may be done, and counts them.
    [[nodiscard]] bool spend(std::size_t steps = 1) {
        if (steps <= left_) {
            left_ -= steps;
            return true;
        }
        refuse_steps();
        return false;
    }
    /// Says whether a value `depth` levels further down may be entered.
    [[nodiscard]] bool may_enter(std::size_t depth) {
        if (depth <= limits_.max_depth) return true;
        refuse_depth();
        return false;
    }
    /// Says whether the result may have `nodes` nodes.
    [[nodiscard]] bool may_select(std::size_t nodes) {
        if (nodes <= limits_.max_nodes) return true;
        refuse_nodes();
        return false;
    }
    /// Ends the evaluation with an error of another kind.
    void stop(Error error);

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  private:
    void refuse_steps();
    void refuse_depth();
    void refuse_nodes();

    JsonPathLimits limits_;
    std::size_t left_;
    std::optional<Error> error_;
};

}  // namespace plumbline::jsonpath

#pragma once
// What a criterion demands of the status of a response.

#include "conformance/expressions/expressions.hpp"

#include <string>

namespace plumbline::runner {

/// A criterion as far as it is about the status: its context and its condition, as they are
/// written.
class StatusCondition {
  public:
    explicit StatusCondition(const expressions::CriterionText& criterion);

    [[nodiscard]] bool reads_status() const;
    /// Returns whether it reads the status, and neither header fields nor the body.
    [[nodiscard]] bool reads_only_status() const;
    /// Returns whether it demands exactly one status of a success: `$statusCode == 201`.
    [[nodiscard]] bool requires_success() const;
    /// Returns whether it compares the status with exactly this number. `$statusCode >= 400` does
    /// not: it was not written for a target that limits the rate.
    [[nodiscard]] bool names(int status) const;

  private:
    std::string text_;
};

}  // namespace plumbline::runner

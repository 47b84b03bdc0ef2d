#pragma once
// The names that the expressions of one step read, and the unsupported ones.

#include "conformance/workflow/suite.hpp"

#include <vector>

namespace plumbline::workflow {

/// The names that one expression of a step reads, and its position.
struct ExpressionUse {
    expressions::Expression::Uses uses;
    SourceRef where;
    bool sees_own_outputs = false;  ///< it is evaluated after the step's outputs
    bool sees_events = false;       ///< it is evaluated for each event of a stream
};

/// Returns the names that each expression of a step reads.
[[nodiscard]] std::vector<ExpressionUse> expression_uses(const Step& step);

/// Returns the unsupported parts of the expressions (kUnsupported), without duplicates, each with
/// its position.
[[nodiscard]] std::vector<Error> unsupported_uses(const std::vector<ExpressionUse>& uses);

}  // namespace plumbline::workflow

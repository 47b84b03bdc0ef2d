#pragma once
// What the expressions of one step read, and what of it cannot be played.

#include "conformance/workflow/plan.hpp"

#include <vector>

namespace plumbline::workflow {

/// What an expression of a step reads, and where it stands.
struct Use {
    expressions::Expression::Uses uses;
    SourceRef where;
    bool sees_own_outputs = false;  ///< it is evaluated after the step's outputs
    bool sees_events = false;       ///< it is evaluated for each event of a stream
};

/// Returns what every expression of a step reads.
[[nodiscard]] std::vector<Use> uses_of(const Step& step);

/// Returns what the expressions use that is not supported (kUnsupported), each once with its place.
[[nodiscard]] std::vector<Error> unsupported_among(const std::vector<Use>& uses);

}  // namespace plumbline::workflow

#pragma once
// Does every name in a suite lead somewhere, and what follows from who names whom.

#include "conformance/workflow/plan.hpp"
#include "conformance/workflow/problems.hpp"

namespace plumbline::workflow {

/// Notes ids given twice or unfit to be referred to, targets of actions, calls and dependencies
/// that are not there, and circles among them.
void check_targets(const Suite& suite, Problems& problems);

/// Notes expressions that read steps, outputs, inputs, workflows or sources that are not there, or
/// not yet.
void check_uses(const Suite& suite, Problems& problems);

/// Fills what follows from the whole: area, needs and callable_only of each workflow.
void complete(Suite& suite);

}  // namespace plumbline::workflow

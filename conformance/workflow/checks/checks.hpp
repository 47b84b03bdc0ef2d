#pragma once
// Checks the references between the parts of a suite and derives properties from them.

#include "conformance/workflow/problems/problems.hpp"
#include "conformance/workflow/suite.hpp"

#include <functional>
#include <vector>

namespace plumbline::workflow {

/// Reports duplicate ids, ids that expressions cannot refer to, and missing targets of actions,
/// calls and dependencies.
void check_targets(const Suite& suite, ProblemCollector& problems);

/// Reports inputs that a step or action passes to a workflow which does not declare them, required
/// inputs that it does not pass, and literal values that do not fit the declaration.
void check_passed_inputs(const Suite& suite, ProblemCollector& problems);

/// Reports expressions that read steps, outputs, inputs, workflows or sources that do not exist or
/// do not have a value yet.
void check_expression_uses(const Suite& suite, ProblemCollector& problems);

/// Warns of the parts of schemas by which responses are not judged (unjudged_parts).
void check_response_schemas(const Suite& suite, ProblemCollector& problems);

/// Adds a problem to those of a suite's document.
using ProblemReporter = std::function<void(ProblemSeverity, Error, const Suite&)>;

/// Reports cycles of dependencies and of calls, across all documents, without duplicates.
void check_cycles(const std::vector<const Suite*>& suites, const ProblemReporter& report);

/// Sets the properties that follow from the whole set: area, needs and callable_only of each
/// workflow.
void derive_workflow_properties(const std::vector<Suite*>& suites);

}  // namespace plumbline::workflow

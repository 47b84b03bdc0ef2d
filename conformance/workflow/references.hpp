#pragma once
// Does every name in a suite lead somewhere, and what follows from who names whom.

#include "conformance/workflow/plan.hpp"
#include "conformance/workflow/problems.hpp"

#include <functional>
#include <vector>

namespace plumbline::workflow {

/// Notes ids given twice or unfit to be referred to, and targets of actions, calls and dependencies
/// that are not there.
void check_targets(const Suite& suite, Problems& problems);

/// Notes inputs that a step or action hands to a workflow which does not declare them, those that
/// it lacks, and values written down that do not fit what it declares.
void check_handed_inputs(const Suite& suite, Problems& problems);

/// Notes expressions that read steps, outputs, inputs, workflows or sources that are not there, or
/// not yet.
void check_uses(const Suite& suite, Problems& problems);

/// Warns of what the answers to a suite's steps cannot be judged by: of foreign documents' schemas,
/// those that use what we cannot lower. Of each place once.
void check_answer_schemas(const Suite& suite, Problems& problems);

/// Puts a problem to those of a suite's document.
using NoteProblem = std::function<void(Severity, Error, const Suite&)>;

/// Notes circles of dependencies and of calls, through all documents: each once.
void check_circles(const std::vector<const Suite*>& suites, const NoteProblem& note);

/// Fills what follows from the whole: area, needs and callable_only of each workflow.
void complete(const std::vector<Suite*>& suites);

}  // namespace plumbline::workflow

#pragma once
// What an attempt of a step reads, and what its expressions can read.

#include "conformance/expressions/scope.hpp"
#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The values of a workflow; each is an object and never null. Copies share them; all but `steps`
/// are immutable.
struct WorkflowValues {
    SharedJson inputs;
    std::shared_ptr<Json>
        steps;             ///< {stepId: {"outputs": {}}}; grows with each step that is played
    SharedJson workflows;  ///< {id: {"inputs": {}, "outputs": {}}}
    SharedJson sources;    ///< see ScenarioContext::sources
    SharedJson components;
    std::string self;  ///< $self; empty if there is none

    /// Sets the outputs of a step that has been played.
    void set_outputs(const std::string& step, Json outputs);

    /// Returns values that do not grow, for an exchange that runs in the background.
    [[nodiscard]] WorkflowValues snapshot() const;

    /// Returns what expressions can read of them; this must outlive the scope.
    [[nodiscard]] expressions::Scope scope() const;
};

/// What an attempt of a step reads. Borrowed.
struct AttemptContext {
    const RunContext& run;
    const workflow::Step& step;
    const WorkflowValues& values;
    const Environment& environment;
};

/// Returns whether all criteria are met.
[[nodiscard]] bool all_hold(const std::vector<expressions::Criterion>& criteria,
                            const expressions::Scope& scope);

}  // namespace plumbline::runner

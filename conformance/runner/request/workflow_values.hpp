#pragma once
// The values of a workflow that the expressions of its steps can read.

#include "spec/json/json_fwd.hpp"

#include <memory>
#include <string>

namespace plumbline::expressions {
struct Scope;
}  // namespace plumbline::expressions

namespace plumbline::runner {

/// The values of a workflow; each is an object and never null. Copies share them; all but `steps`
/// are immutable.
struct WorkflowValues {
    SharedJson inputs;
    std::shared_ptr<Json>
        steps;             ///< {stepId: {"outputs": {}}}; grows with each step that is played
    SharedJson workflows;  ///< {id: {"inputs": {}, "outputs": {}}}
    SharedJson sources;    ///< see source_values
    SharedJson components;
    std::string self;  ///< $self; empty if there is none

    /// Sets the outputs of a step that has been played.
    void set_outputs(const std::string& step, Json outputs);

    /// Returns values that do not grow, for an exchange that runs in the background.
    [[nodiscard]] WorkflowValues snapshot() const;

    /// Adds the values to a scope; this must outlive the scope.
    void add_to(expressions::Scope& scope) const;
};

}  // namespace plumbline::runner

#pragma once
// What the expressions of a workflow's steps see of it.

#include "spec/json/json_fwd.hpp"

#include <memory>
#include <string>

namespace plumbline::expressions {
struct Scope;
}  // namespace plumbline::expressions

namespace plumbline::runner {

/// The workflow's values that expressions see; each is an object. Never null. Copies share them;
/// all but `steps` are immutable.
struct Values {
    SharedJson inputs;
    std::shared_ptr<Json>
        steps;             ///< {stepId: {"outputs": {}}}; grows with each step that is played
    SharedJson workflows;  ///< {id: {"inputs": {}, "outputs": {}}}
    SharedJson sources;    ///< see source_values
    SharedJson components;
    std::string self;  ///< "": not given

    /// Sets the outputs of a step that has been played.
    void set_outputs(const std::string& step, Json outputs);

    /// Returns values that do not grow: for an exchange that goes on beside the steps behind it.
    [[nodiscard]] Values snapshot() const;

    /// Puts them into a scope; this lives as long as the scope.
    void enter(expressions::Scope& scope) const;
};

}  // namespace plumbline::runner

#pragma once
// What the expressions of a workflow's steps see of it.

#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::expressions {
struct Scope;
}  // namespace plumbline::expressions

namespace plumbline::runner {

/// The workflow's values that expressions see; each is a shared, immutable object. Never null.
struct Values {
    SharedJson inputs;
    SharedJson steps;      ///< {stepId: {"outputs": {}}}
    SharedJson workflows;  ///< {id: {"inputs": {}, "outputs": {}}}
    SharedJson sources;    ///< see source_values
    SharedJson components;
    std::string self;  ///< "": not given

    /// Puts them into a scope; this lives as long as the scope.
    void enter(expressions::Scope& scope) const;
};

}  // namespace plumbline::runner

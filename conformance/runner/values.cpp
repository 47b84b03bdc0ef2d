#include "conformance/runner/values.hpp"

#include "conformance/expressions/scope.hpp"

namespace plumbline::runner {

void Values::enter(expressions::Scope& scope) const {
    scope.inputs = inputs.get();
    scope.steps = steps.get();
    scope.workflows = workflows.get();
    scope.source_descriptions = sources.get();
    scope.components = components.get();
    if (!self.empty()) scope.self = &self;
}

}  // namespace plumbline::runner

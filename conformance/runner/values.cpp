#include "conformance/runner/values.hpp"

#include "conformance/expressions/scope.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::runner {

void Values::set_outputs(const std::string& step, Json outputs) {
    (*steps)[step]["outputs"] = std::move(outputs);
}

Values Values::snapshot() const {
    Values copy = *this;
    copy.steps = std::make_shared<Json>(*steps);
    return copy;
}

void Values::enter(expressions::Scope& scope) const {
    scope.inputs = inputs.get();
    scope.steps = steps.get();
    scope.workflows = workflows.get();
    scope.source_descriptions = sources.get();
    scope.components = components.get();
    if (!self.empty()) scope.self = &self;
}

}  // namespace plumbline::runner

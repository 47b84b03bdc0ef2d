#include "conformance/runner/request/workflow_values.hpp"

#include "conformance/expressions/scope.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::runner {

void WorkflowValues::set_outputs(const std::string& step, Json outputs) {
    (*steps)[step]["outputs"] = std::move(outputs);
}

WorkflowValues WorkflowValues::snapshot() const {
    WorkflowValues copy = *this;
    copy.steps = std::make_shared<Json>(*steps);
    return copy;
}

void WorkflowValues::add_to(expressions::Scope& scope) const {
    scope.inputs = inputs.get();
    scope.steps = steps.get();
    scope.workflows = workflows.get();
    scope.source_descriptions = sources.get();
    scope.components = components.get();
    if (!self.empty()) scope.self = &self;
}

}  // namespace plumbline::runner

#include "conformance/runner/attempt/attempt_context.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
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

expressions::Scope WorkflowValues::scope() const {
    expressions::Scope scope;
    scope.inputs = inputs.get();
    scope.steps = steps.get();
    scope.workflows = workflows.get();
    scope.source_descriptions = sources.get();
    scope.components = components.get();
    if (!self.empty()) scope.self = &self;
    return scope;
}

bool all_hold(const std::vector<expressions::Criterion>& criteria,
              const expressions::Scope& scope) {
    return std::ranges::all_of(criteria, [&](const expressions::Criterion& criterion) {
        return criterion.evaluate(scope).holds;
    });
}

}  // namespace plumbline::runner

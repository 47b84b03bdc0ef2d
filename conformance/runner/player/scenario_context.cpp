#include "conformance/runner/player/scenario_context.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

workflow::Step with_inherited_requirements(workflow::Step step, const CallFrame& call) {
    // A call of the mock's control interface shows nothing about the target.
    const bool is_control = step.api && step.api->name() == kControlDocument;
    if (step.verifies.empty() && !is_control) step.verifies = call.verifies;
    return step;
}

SharedJson make_shared_json(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

SharedJson source_values(const workflow::Suite& suite, const Environment& environment) {
    Json values = Json::object();
    for (const workflow::Source& source : suite.sources) {
        const std::string base =
            source.api
                ? base_url_of(environment.urls(), source.name, *source.api, source.server_url)
                : "";
        Json& value = values[source.name];
        value = {{"name", source.name},
                 {"type", source.type},
                 {"url", base.empty() ? source.url : base}};
        if (source.suite) {
            for (const workflow::Workflow& one : source.suite->workflows) value[one.id] = one.id;
        }
        if (!source.api) continue;
        // An operation takes precedence over a field of the same name.
        for (const Operation& operation : source.api->operations())
            value[operation.id] = operation.id;
    }
    return make_shared_json(std::move(values));
}

SharedJson workflow_values(const ScenarioContext& context, const workflow::Suite& suite) {
    Json all = Json::object();
    for (const auto& [one, played] : context.outcomes) {
        if (one->suite == &suite)
            all[one->id] = {{"inputs", *played.inputs}, {"outputs", *played.outputs}};
    }
    return make_shared_json(std::move(all));
}

std::string describe(const workflow::Action& action) {
    const char* kind = action.type == workflow::ActionType::kEnd    ? "end"
                       : action.type == workflow::ActionType::kGoto ? "goto"
                                                                    : "retry";
    const std::string& target = action.step.empty() ? action.workflow : action.step;
    return std::string(kind) + ' ' + action.name + (target.empty() ? "" : " -> " + target);
}

}  // namespace plumbline::runner

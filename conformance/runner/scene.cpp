#include "conformance/runner/scene.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

workflow::Step counted(workflow::Step step, const Call& call) {
    if (step.verifies.empty()) step.verifies = call.verifies;
    return step;
}

SharedJson share(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

SharedJson source_values(const workflow::Suite& suite, const Environment& environment) {
    Json values = Json::object();
    for (const workflow::Source& source : suite.sources) {
        const std::string base =
            source.api ? base_url_of(environment, source.name, *source.api, source.server_url) : "";
        Json& value = values[source.name];
        value = {{"name", source.name},
                 {"type", source.type},
                 {"url", base.empty() ? source.url : base}};
        if (source.suite) {
            for (const workflow::Workflow& one : source.suite->workflows) value[one.id] = one.id;
        }
        if (!source.api) continue;
        // An operation goes before a field of its name.
        for (const Operation& operation : source.api->operations())
            value[operation.id] = operation.id;
    }
    return share(std::move(values));
}

SharedJson workflow_values(const Scene& scene, const workflow::Suite& suite) {
    Json all = Json::object();
    for (const auto& [one, played] : scene.played) {
        if (one->suite == &suite)
            all[one->id] = {{"inputs", *played.inputs}, {"outputs", *played.outputs}};
    }
    return share(std::move(all));
}

std::string describe(const workflow::Action& action) {
    const char* kind = action.kind == workflow::ActionKind::kEnd    ? "end"
                       : action.kind == workflow::ActionKind::kGoto ? "goto"
                                                                    : "retry";
    const std::string& target = action.step.empty() ? action.workflow : action.step;
    return std::string(kind) + ' ' + action.name + (target.empty() ? "" : " -> " + target);
}

}  // namespace plumbline::runner

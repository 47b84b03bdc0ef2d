#include "conformance/runner/scene.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

SharedJson share(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

SharedJson source_urls(const Scene& scene) {
    Json urls = Json::object();
    const auto& known = scene.environment.base_urls;
    for (const workflow::Source& source : scene.suite.sources) {
        const auto base = source.api ? known.find(source.api->name()) : known.end();
        urls[source.name]["url"] = base == known.end() ? source.url : base->second;
    }
    return share(std::move(urls));
}

SharedJson workflow_values(const Scene& scene) {
    Json all = Json::object();
    for (const auto& [id, played] : scene.played) {
        all[id] = {{"inputs", *played.inputs}, {"outputs", *played.outputs}};
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

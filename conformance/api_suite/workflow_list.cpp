#include "conformance/api_suite/workflow_list.hpp"

#include "conformance/api_suite/api_suite.hpp"
#include "conformance/api_suite/request_parts.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::api_suite {

Json suite_document(const std::string& url, Json workflows) {
    Json suite{{"arazzo", "1.1.0"}};
    suite["info"] = {{"title", "Suite of " + url},
                     {"summary", "Written by plumbline from the API document"},
                     {"version", "1.0.0"}};
    suite["sourceDescriptions"] =
        Json::array({Json{{"name", kSourceName}, {"type", "openapi"}, {"url", url}}});
    suite["workflows"] = std::move(workflows);
    return suite;
}

WorkflowList::WorkflowList() : workflows_(std::make_unique<Json>(Json::array())) {}
WorkflowList::~WorkflowList() = default;

void WorkflowList::add(const std::string& name, const std::string& summary, Json steps) {
    std::string id = id_of(name);
    for (int number = 2; !ids_.insert(id).second; ++number)
        id = id_of(name) + '-' + std::to_string(number);
    Json workflow{{"workflowId", id}, {"summary", summary}, {"steps", std::move(steps)}};
    const bool uses_key = to_text(workflow).find("$inputs.api_key") != std::string::npos;
    if (uses_key) {
        workflow["inputs"] = {
            {"type", "object"},
            {"required", Json::array({"api_key"})},
            {"properties", {{"api_key", {{"type", "string"}, {"format", "password"}}}}}};
    }
    workflows_->push_back(std::move(workflow));
}

Json WorkflowList::take() {
    return std::exchange(*workflows_, Json::array());
}

}  // namespace plumbline::api_suite

#include "conformance/api_suite/smaller_bodies.hpp"

#include "conformance/api_suite/body_members.hpp"
#include "conformance/api_suite/record_steps.hpp"
#include "conformance/api_suite/request_parts.hpp"
#include "conformance/api_suite/workflow_list.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace plumbline::api_suite {

SmallerBodies::SmallerBodies(const ApiDocument& api, std::string url)
    : api_(api), url_(std::move(url)), model_(infer_resources(api)) {}

std::optional<SentBody> SmallerBodies::sent_by(const Json& workflow) const {
    const std::string id = workflow["workflowId"].get<std::string>();
    for (std::size_t i = 0; i < model_.resources.size(); ++i) {
        const std::string collection = id_of(model_.resources[i].collection);
        if (!id.starts_with(collection + kAccepts)) continue;
        for (const Json& step : workflow["steps"]) {
            const Json* payload = find(step, "/requestBody/payload");
            if (step["stepId"] == "create-" + collection && payload)
                return SentBody{i, std::make_shared<const Json>(*payload)};
        }
    }
    return std::nullopt;
}

std::vector<SentBody> SmallerBodies::smaller_than(const SentBody& sent) const {
    const OperationRole* creates =
        RecordSteps(api_, model_, sent.resource).role(OperationKind::kCreate);
    const std::string schema = creates ? request_schema(*creates->operation) : "";
    const auto& compiled = api_.schema(schema, MessageDirection::kRequest);
    std::vector<SentBody> bodies;
    if (schema.empty() || !compiled) return bodies;
    for (const BodyMember& member : body_members(api_.document(), schema, *sent.body)) {
        if (bodies.size() == kMaxSmaller) break;
        Json body = *sent.body;
        if (!remove_at(body, member.pointer) || !compiled->accepts(body)) continue;
        bodies.push_back({sent.resource, std::make_shared<const Json>(std::move(body))});
    }
    return bodies;
}

Json SmallerBodies::suite_of(const std::vector<SentBody>& bodies) const {
    WorkflowList workflows;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        auto steps = RecordSteps(api_, model_, bodies[i].resource).steps_with(*bodies[i].body);
        if (!steps) continue;
        workflows.add(
            "body-" + std::to_string(i), "A body that the schema allows is accepted", *steps);
    }
    return suite_document(url_, workflows.take());
}

}  // namespace plumbline::api_suite

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
        const std::string create = "create-" + collection;
        for (const Json& step : workflow["steps"]) {
            const Json* payload = find(step, "/requestBody/payload");
            if (step["stepId"] != create || !payload) continue;
            // Two collections may have ids that begin alike: the steps tell which it is.
            if (RecordSteps(api_, model_, i).steps_with(*payload) == workflow["steps"])
                return SentBody{i, create, std::make_shared<const Json>(*payload)};
        }
    }
    return std::nullopt;
}

std::string SmallerBodies::schema_of(const SentBody& sent) const {
    const RecordSteps records(api_, model_, sent.resource);
    const OperationRole* creates = records.role(OperationKind::kCreate);
    return creates ? request_schema(*creates->operation) : "";
}

std::vector<SmallerBody> SmallerBodies::smaller_than(const SentBody& sent) const {
    std::vector<SmallerBody> smaller;
    for (const BodyMember& member : body_members(api_.document(), schema_of(sent), *sent.body)) {
        if (smaller.size() == kMaxSmaller) break;
        if (auto body = without(sent, {member.pointer}))
            smaller.push_back({member.pointer, std::move(*body)});
    }
    return smaller;
}

std::optional<SentBody> SmallerBodies::without(const SentBody& sent,
                                               const std::vector<JsonPointer>& members) const {
    const auto& schema = api_.schema(schema_of(sent), MessageDirection::kRequest);
    Json body = *sent.body;
    bool has_removed = false;
    for (const JsonPointer& member : members) has_removed |= remove_at(body, member).has_value();
    if (!has_removed || !schema || !schema->accepts(body)) return std::nullopt;
    return SentBody{sent.resource, sent.step, std::make_shared<const Json>(std::move(body))};
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

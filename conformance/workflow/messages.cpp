#include "conformance/workflow/reading.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::string_view kActionKey = "action";
constexpr std::string_view kCorrelationKey = "correlationId";
constexpr const char* kReceive = "receive";

void check_direction(const Reading& reading, const Node& node, const std::string& direction) {
    if (direction.empty() || direction == "send" || direction == kReceive) return;
    reading.problems.add(Severity::kError,
                         ErrorCode::kInvalid,
                         node.pointer,
                         fmt::format("unknown action of a step: {}", direction),
                         suggestion(direction, {"send", kReceive}));
}

}  // namespace

std::optional<Body> read_message(const Reading& reading, const Node& step_node) {
    const Json* value = member(*step_node.value, "requestBody");
    const Json* payload = value ? member(*value, "payload") : nullptr;
    if (!payload) return {};
    const Node node = step_node.child("requestBody", *value);
    Body body;
    body.where = reading.where(node);
    body.payload = read_template(reading, node.child("payload", *payload));
    return body;
}

void check_message_keys(const Reading& reading, const Node& step_node, const Step& step) {
    const bool is_about_messages = !step.operation && step.workflow.empty();
    const std::string direction = text_at(step_node, kActionKey);
    for (const std::string_view key : {kActionKey, kCorrelationKey}) {
        const Json* value = member(*step_node.value, key);
        if (!value) continue;
        const Node node = step_node.child(key, *value);
        if (!is_about_messages) {
            reading.problems.add(Severity::kWarning,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 fmt::format("{} has no meaning in step {}", key, step.id),
                                 "it is for steps on sources of type asyncapi; leave it out");
        } else if (key == kActionKey) {
            check_direction(reading, node, direction);
        } else {
            (void)read_template(reading, node);
            if (direction == kReceive) continue;
            reading.problems.add(Severity::kWarning,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 "a correlationId is for steps that receive",
                                 "write `action: receive`, or leave it out");
        }
    }
}

}  // namespace plumbline::workflow

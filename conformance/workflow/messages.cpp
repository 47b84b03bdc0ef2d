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
    if (!value || !value->is_object()) return {};
    const Node node = step_node.child("requestBody", *value);
    Body body;
    body.where = reading.where(node);
    if (const Json* payload = member(*value, "payload"))
        body.payload = read_template(reading, node.child("payload", *payload));
    body.replacements = read_replacements(reading, node);
    return body;
}

void check_message_keys(const Reading& reading, const Node& step_node, const Step& step) {
    const bool is_about_messages = !step.operation && step.workflow.empty();
    const std::string direction = text_at(step_node, kActionKey);
    if (member(*step_node.value, "channelPath") && !member(*step_node.value, kActionKey)) {
        reading.problems.add(Severity::kRefused,
                             ErrorCode::kInvalid,
                             step_node.pointer,
                             fmt::format("step {} has a channelPath but no action", step.id),
                             "write `action: send` or `action: receive`");
    }
    for (const std::string_view key : {kActionKey, kCorrelationKey}) {
        const Json* value = member(*step_node.value, key);
        if (!value) continue;
        const Node node = step_node.child(key, *value);
        if (!is_about_messages) {
            // The schema refuses it where a workflow is called; of operations it knows no types.
            reading.problems.add(step.workflow.empty() ? Severity::kWarning : Severity::kRefused,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 fmt::format("{} has no meaning in step {}", key, step.id),
                                 "it is for steps on sources of type asyncapi; leave it out");
        } else if (key == kActionKey) {
            check_direction(reading, node, direction);
        } else {
            (void)read_template(reading, node);
            if (direction == kReceive) continue;
            reading.problems.add(Severity::kRefused,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 "a correlationId is for steps that receive",
                                 "write `action: receive`, or leave it out");
        }
    }
}

}  // namespace plumbline::workflow

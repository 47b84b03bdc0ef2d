#include "conformance/workflow/readers/readers.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::string_view kActionKey = "action";
constexpr std::string_view kCorrelationKey = "correlationId";
constexpr const char* kReceive = "receive";

void check_message_action(const ReadingContext& reading,
                          const DocumentNode& node,
                          const std::string& direction) {
    if (direction.empty() || direction == "send" || direction == kReceive) return;
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         node.pointer,
                         fmt::format("unknown action of a step: {}", direction),
                         suggestion(direction, {"send", kReceive}));
}

}  // namespace

std::optional<StepBody> read_message_body(const ReadingContext& reading,
                                          const DocumentNode& step_node) {
    const Json* value = member(*step_node.value, "requestBody");
    if (!value || !value->is_object()) return {};
    const DocumentNode node = step_node.child("requestBody", *value);
    StepBody body;
    body.where = reading.where(node);
    if (const Json* payload = member(*value, "payload"))
        body.payload = read_template(reading, node.child("payload", *payload));
    body.replacements = read_replacements(reading, node);
    return body;
}

void check_message_keys(const ReadingContext& reading,
                        const DocumentNode& step_node,
                        const Step& step) {
    const bool is_about_messages = !step.operation && step.workflow.empty();
    const std::string direction = text_at(step_node, kActionKey);
    if (member(*step_node.value, "channelPath") && !member(*step_node.value, kActionKey)) {
        reading.problems.add(ProblemSeverity::kNonconforming,
                             ErrorCode::kInvalid,
                             step_node.pointer,
                             fmt::format("step {} has a channelPath but no action", step.id),
                             "write `action: send` or `action: receive`");
    }
    for (const std::string_view key : {kActionKey, kCorrelationKey}) {
        const Json* value = member(*step_node.value, key);
        if (!value) continue;
        const DocumentNode node = step_node.child(key, *value);
        if (!is_about_messages) {
            // The schema rejects it only if a workflow is called: the type of an operation's source
            // is not part of the schema.
            reading.problems.add(
                step.workflow.empty() ? ProblemSeverity::kWarning : ProblemSeverity::kNonconforming,
                ErrorCode::kInvalid,
                node.pointer,
                fmt::format("{} is not allowed in step {}", key, step.id),
                "only steps of asyncapi sources use it; remove it");
        } else if (key == kActionKey) {
            check_message_action(reading, node, direction);
        } else {
            (void)read_template(reading, node);
            if (direction == kReceive) continue;
            reading.problems.add(ProblemSeverity::kNonconforming,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 "only steps that receive use a correlationId",
                                 "write `action: receive`, or omit it");
        }
    }
}

}  // namespace plumbline::workflow

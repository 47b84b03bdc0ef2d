#include "conformance/workflow/body_format.hpp"
#include "conformance/workflow/documents/source_lookup.hpp"
#include "conformance/workflow/model/expression_uses.hpp"
#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

/// Reads what the step calls: exactly one of the keys must be present.
void read_step_target(const ReadingContext& reading, const DocumentNode& node, Step& step) {
    std::vector<std::string> given;
    for (const char* key : {"operationId", "operationPath", "workflowId", "channelPath"}) {
        if (node.has(key)) given.emplace_back(key);
    }
    if (given.size() != 1)
        return node.error(
            given.empty()
                ? fmt::format("step {} calls nothing", step.id)
                : fmt::format("step {} has {}; one is allowed", step.id, join(given, " and ")),
            "give exactly one of operationId, operationPath and workflowId");
    const DocumentNode target = node[given.front()];
    if (!target.value->is_string()) return;
    if (target.key == "workflowId") {
        step.workflow = read_workflow_name(reading, target);
        return;
    }
    const auto found = find_operation(reading.sources, target);
    if (!found) return;
    step.operation = found->operation;
    step.api = found->source->api;
    step.source = found->source->name;
    step.server_url = found->source->server_url;
    if (step.server_url.empty() && found->operation) {
        if (const auto own = http::parse_url(found->operation->server_url))
            step.server_url = own->to_text();
    }
    if (!found->operation)
        step.unsupported.push_back(
            {ErrorCode::kUnsupported,
             fmt::format("messages are not supported: source description {} is of type {}",
                         found->source->name,
                         found->source->type),
             target.where(),
             {"only sources of type openapi and arazzo are supported"}});
}

std::vector<SuccessCriterion> read_success_criteria(const ReadingContext& reading,
                                                    const DocumentNode& step_node) {
    std::vector<SuccessCriterion> checks;
    const bool has_stream = step_node.has("x-ct-sse");
    for (const DocumentNode& node : step_node["successCriteria"].elements()) {
        if (auto criterion = read_criterion(reading, node))
            checks.push_back({std::move(*criterion),
                              strings_or_empty(*node.value, "x-ct-verifies"),
                              read_preconditions(reading, node["x-ct-needs"], has_stream)});
    }
    return checks;
}

/// An open question has a criterion; a contradiction has an observed value.
std::optional<StepObservation> read_observation(const ReadingContext& reading,
                                                const DocumentNode& node) {
    StepObservation one{node.text("question"), node.text("note"), {}, {}, node.where()};
    const bool has_condition = node.has("condition");
    if (has_condition == node.has("value")) {
        node.error(has_condition ? "observation has a condition and a value; one is allowed"
                                 : "observation has no condition",
                   "give a `condition:` for an open question, or a `value:` to observe "
                   "for a contradiction of the description");
        return {};
    }
    if (has_condition) {
        one.criterion = read_criterion(reading, node);
        if (!one.criterion) return {};
    } else {
        one.value = read_template(node["value"]);
    }
    return one;
}

std::optional<std::chrono::milliseconds> read_timeout(const DocumentNode& node) {
    if (!node.value->is_number_integer()) return {};
    const auto count = node.value->get<std::int64_t>();
    if (count > 0 && count <= kLongestWaitInMs) return std::chrono::milliseconds(count);
    node.error(fmt::format("timeout is {}", count),
               fmt::format("give milliseconds from 1 to {}", kLongestWaitInMs));
    return {};
}

/// Reads a step's own actions and appends the inherited ones.
std::vector<Action> read_merged_actions(const ReadingContext& reading,
                                        const DocumentNode& list,
                                        const std::vector<Action>& inherited) {
    std::vector<Action> own = read_actions(reading, list);
    if (!own.empty() && !own.back().criteria.empty() && !inherited.empty())
        list.suggest(fmt::format("{} can fall through to the actions of the workflow", list.key),
                     "other runners ignore these if a step has its own; end the list with "
                     "an action without criteria");
    return merge_actions(std::move(own), inherited);
}

/// Reads `dependsOn`. Workflows run one after the other, so a step of another workflow has ended or
/// has not begun: waiting for it is not possible.
void read_dependencies(const DocumentNode& list, Step& step) {
    for (const DocumentNode& entry : list.elements()) {
        const std::string written = entry.text();
        auto elsewhere = parse_external_step(written);
        if (!elsewhere) {
            step.depends_on.push_back(parse_step_dependency(written));
            continue;
        }
        elsewhere->where = entry.where();
        step.waits_for.push_back(std::move(*elsewhere));
        step.unsupported.push_back(
            {ErrorCode::kUnsupported,
             fmt::format("waiting for a step of another workflow is not supported: {}", written),
             entry.where(),
             {"make the workflow depend on the other: `dependsOn` next to its `steps`"}});
    }
}

/// Reports what is left out of an API document's encodings once, even if several steps send the
/// form.
void read_encodings(ProblemCollector& problems, Step& step) {
    StepBody& body = *step.body;
    body.encodings = field_encodings(
        *step.api, *step.operation, content_type_of(body.content_type, *step.operation));
    for (const auto& [_, encoding] : body.encodings) {
        for (const auto* errors : {&encoding.unsupported, &encoding.headers.unsupported}) {
            for (const Error& error : *errors) problems.add(ProblemSeverity::kWarning, error);
        }
    }
}

/// Reports `action` and `correlationId` in steps that are not about messages, and invalid ones in
/// steps that are.
void check_message_keys(const DocumentNode& step_node, const Step& step) {
    const DocumentNode action = step_node["action"];
    const DocumentNode correlation = step_node["correlationId"];
    if (step_node.has("channelPath") && !action.exists())
        step_node.nonconforming(fmt::format("step {} has a channelPath but no action", step.id),
                                "write `action: send` or `action: receive`");
    if (step.operation || !step.workflow.empty()) {
        // The schema rejects it only if a workflow is called: the type of an operation's source is
        // not part of the schema.
        const auto severity =
            step.workflow.empty() ? ProblemSeverity::kWarning : ProblemSeverity::kNonconforming;
        for (const DocumentNode* node : {&action, &correlation}) {
            if (node->exists())
                node->report(severity,
                             fmt::format("{} is not allowed in step {}", node->key, step.id),
                             "only steps of asyncapi sources use it; remove it");
        }
        return;
    }
    const std::string direction = action.text();
    if (!direction.empty() && direction != "send" && direction != "receive")
        report_unknown_keyword(action, "action of a step", {"send", "receive"});
    if (!correlation.exists()) return;
    (void)read_template(correlation);
    if (direction != "receive")
        correlation.nonconforming("only steps that receive use a correlationId",
                                  "write `action: receive`, or omit it");
}

/// Collects the reasons why the step cannot be run. They are warnings, because the other steps of
/// the suite can be run.
void collect_unsupported(ProblemCollector& problems, Step& step) {
    for (Error& error : unsupported_uses(expression_uses(step)))
        step.unsupported.push_back(std::move(error));
    for (Error error : step.unsupported) {
        error.notes.emplace_back("a scenario that reaches such a step is skipped");
        problems.add(ProblemSeverity::kWarning, std::move(error));
    }
}

/// Reads the keys that other runners ignore.
void read_own_keys(const ReadingContext& reading, const DocumentNode& node, Step& step) {
    step.verifies = strings_or_empty(*node.value, "x-ct-verifies");
    for (const DocumentNode& entry : node["x-ct-observe"].elements()) {
        if (auto one = read_observation(reading, entry))
            step.observations.push_back(std::move(*one));
    }
    step.finally = bool_or(*node.value, "x-ct-finally", false);
    step.shared = node.text("x-ct-shared");
    step.sse = read_stream_rules(reading, node["x-ct-sse"]);
    step.background = read_background(node["x-ct-background"]);
    step.needs = read_preconditions(reading, node["x-ct-needs"], step.sse.has_value());
    if (const DocumentNode soon = node["x-ct-soon-after"]; soon.exists())
        step.soon_after = {soon.text("step"), soon.text("provide"), soon.where()};
}

}  // namespace

Step read_step(const ReadingContext& reading,
               const DocumentNode& node,
               const WorkflowDefaults& inherited) {
    ProblemCollector& problems = *node.problems;
    Step step;
    step.id = node.text("stepId");
    step.description = node.text("description");
    step.where = node.where();
    read_step_target(reading, node, step);
    step.parameters = read_parameters(node["parameters"]);
    // The operation may be unknown: its source may be unavailable or invalid.
    const bool calls_workflow = node.has("workflowId");
    if (!calls_workflow) check_parameter_locations(problems, step);
    if (step.operation || !step.workflow.empty()) {
        merge_parameters(node, step, inherited.parameters);
        step.body = read_body(node["requestBody"], step.operation);
        if (step.body && step.api) read_encodings(problems, step);
    } else if (!calls_workflow) {
        step.body = read_message_body(node["requestBody"]);
    }
    merge_security(reading, node, step, inherited.credentials);
    check_message_keys(node, step);
    step.timeout = read_timeout(node["timeout"]);
    step.success_criteria = read_success_criteria(reading, node);
    if (!step.workflow.empty() && !step.success_criteria.empty())
        node["successCriteria"].suggest(
            "other runners do not evaluate the criteria of a step that calls a workflow",
            "add the criteria to a step of that workflow; they count for this step's "
            "x-ct-verifies");
    step.on_success = read_merged_actions(reading, node["onSuccess"], inherited.on_success);
    step.on_failure = read_merged_actions(reading, node["onFailure"], inherited.on_failure);
    step.outputs = read_outputs(node["outputs"]);
    read_dependencies(node["dependsOn"], step);
    read_own_keys(reading, node, step);
    check_stream_keys(node, step);
    check_preconditions(node, step);
    collect_unsupported(problems, step);
    return step;
}

}  // namespace plumbline::workflow

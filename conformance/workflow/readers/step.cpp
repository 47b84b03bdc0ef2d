#include "conformance/workflow/body_format.hpp"
#include "conformance/workflow/model/expression_uses.hpp"
#include "conformance/workflow/readers/readers.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::int64_t kLongestTimeoutInMs = 24LL * 60 * 60 * 1000;

std::optional<SourceOperation> find_operation(const ReadingContext& reading,
                                              std::string_view key,
                                              const DocumentNode& target) {
    if (key == "operationId") return reading.sources.find_by_id(target, reading.problems);
    if (key == "operationPath") return reading.sources.find_by_path(target, reading.problems);
    return reading.sources.find_by_channel(target, reading.problems);
}

/// Reads what the step calls: exactly one of the keys must be present.
void read_step_target(const ReadingContext& reading, const DocumentNode& node, Step& step) {
    std::vector<std::string> given;
    for (const char* key : {"operationId", "operationPath", "workflowId", "channelPath"}) {
        if (member(*node.value, key)) given.emplace_back(key);
    }
    if (given.size() != 1) {
        reading.problems.add(
            ProblemSeverity::kError,
            ErrorCode::kInvalid,
            node.pointer,
            given.empty()
                ? fmt::format("step {} calls nothing", step.id)
                : fmt::format("step {} has {}; one is allowed", step.id, join(given, " and ")),
            "give exactly one of operationId, operationPath and workflowId");
        return;
    }
    const Json& value = *member(*node.value, given.front());
    if (!value.is_string()) return;
    const DocumentNode target = node.child(given.front(), value);
    if (given.front() == "workflowId") {
        step.workflow = read_workflow_name(reading, target);
        return;
    }
    auto found = find_operation(reading, given.front(), target);
    if (!found) return;
    if (found->unsupported) step.unsupported.push_back(std::move(*found->unsupported));
    step.operation = found->operation;
    step.api = std::move(found->api);
    step.source = std::move(found->source);
    step.server_url = std::move(found->server_url);
}

std::vector<SuccessCriterion> read_success_criteria(const ReadingContext& reading,
                                                    const DocumentNode& step_node) {
    std::vector<SuccessCriterion> checks;
    for (const DocumentNode& node : elements_at(step_node, "successCriteria")) {
        auto criterion = read_criterion(reading, node);
        if (!criterion) continue;
        const bool has_stream = member(*step_node.value, "x-ct-sse") != nullptr;
        checks.push_back({std::move(*criterion),
                          strings_or_empty(*node.value, "x-ct-verifies"),
                          read_preconditions(reading, node, "x-ct-needs", has_stream)});
    }
    return checks;
}

void suggest_inner_criteria(const ReadingContext& reading, const DocumentNode& step_node) {
    reading.problems.add(
        ProblemSeverity::kSuggestion,
        ErrorCode::kInvalid,
        step_node.pointer + "/successCriteria",
        "other runners do not evaluate the criteria of a step that calls a workflow",
        "add the criteria to a step of that workflow; they count for this step's x-ct-verifies");
}

/// An open question has a criterion; a contradiction has an observed value.
std::optional<StepObservation> read_observation(const ReadingContext& reading,
                                                const DocumentNode& node) {
    StepObservation one{
        text_at(node, "question"), text_at(node, "note"), {}, {}, reading.where(node)};
    const Json* value = member(*node.value, "value");
    const bool has_condition = member(*node.value, "condition") != nullptr;
    if (has_condition == (value != nullptr)) {
        reading.problems.add(ProblemSeverity::kError,
                             ErrorCode::kInvalid,
                             node.pointer,
                             has_condition
                                 ? "observation has a condition and a value; one is allowed"
                                 : "observation has no condition",
                             "give a `condition:` for an open question, or a `value:` to observe "
                             "for a contradiction of the description");
        return {};
    }
    if (has_condition) {
        one.criterion = read_criterion(reading, node);
        if (!one.criterion) return {};
    } else {
        one.value = read_template(reading, node.child("value", *value));
    }
    return one;
}

std::vector<StepObservation> read_observations(const ReadingContext& reading,
                                               const DocumentNode& step_node) {
    std::vector<StepObservation> observations;
    for (const DocumentNode& node : elements_at(step_node, "x-ct-observe")) {
        if (auto one = read_observation(reading, node)) observations.push_back(std::move(*one));
    }
    return observations;
}

std::optional<std::chrono::milliseconds> read_timeout(const ReadingContext& reading,
                                                      const DocumentNode& node) {
    const Json* value = member(*node.value, "timeout");
    if (!value || !value->is_number_integer()) return {};
    const auto count = value->get<std::int64_t>();
    if (count > 0 && count <= kLongestTimeoutInMs) return std::chrono::milliseconds(count);
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         node.pointer + "/timeout",
                         fmt::format("timeout is {}", count),
                         fmt::format("give milliseconds from 1 to {}", kLongestTimeoutInMs));
    return {};
}

/// Reads a step's own actions and appends the inherited ones.
std::vector<Action> read_merged_actions(const ReadingContext& reading,
                                        const DocumentNode& node,
                                        std::string_view key,
                                        const std::vector<Action>& inherited) {
    std::vector<Action> own = read_actions(reading, node, key);
    if (!own.empty() && !own.back().criteria.empty() && !inherited.empty()) {
        reading.problems.add(ProblemSeverity::kSuggestion,
                             ErrorCode::kInvalid,
                             fmt::format("{}/{}", node.pointer, key),
                             fmt::format("{} can fall through to the actions of the workflow", key),
                             "other runners ignore these if a step has its own; end the list with "
                             "an action without criteria");
    }
    return merge_actions(std::move(own), inherited);
}

/// Reads `dependsOn`. Workflows run one after the other, so a step of another workflow has ended or
/// has not begun: waiting for it is not possible.
void read_dependencies(const ReadingContext& reading, const DocumentNode& node, Step& step) {
    for (const DocumentNode& entry : elements_at(node, "dependsOn")) {
        const std::string written = as_string(*entry.value).value_or("");
        auto elsewhere = parse_external_step(written);
        if (!elsewhere) {
            step.depends_on.push_back(parse_step_dependency(written));
            continue;
        }
        elsewhere->where = reading.where(entry);
        step.waits_for.push_back(std::move(*elsewhere));
        step.unsupported.push_back(Error{
            ErrorCode::kUnsupported,
            fmt::format("waiting for a step of another workflow is not supported: {}", written),
            reading.where(entry),
            {"make the workflow depend on the other: `dependsOn` next to its `steps`"}});
    }
}

/// Reports undeclared header values of an API document once, even if several steps send the form.
void read_encodings(const ReadingContext& reading, Step& step) {
    StepBody& body = *step.body;
    body.encodings = field_encodings(
        *step.api, *step.operation, content_type_of(body.content_type, *step.operation));
    for (const auto& [_, encoding] : body.encodings) {
        for (const Error& error : encoding.headers.unsupported)
            reading.problems.add(ProblemSeverity::kWarning, error);
    }
}

/// Collects the reasons why the step cannot be run. They are warnings, because the other steps of
/// the suite can be run.
void collect_unsupported(const ReadingContext& reading, Step& step) {
    for (Error& error : unsupported_uses(expression_uses(step)))
        step.unsupported.push_back(std::move(error));
    for (Error error : step.unsupported) {
        error.notes.emplace_back("a scenario that reaches such a step is skipped");
        reading.problems.add(ProblemSeverity::kWarning, std::move(error));
    }
}

}  // namespace

Step read_step(const ReadingContext& reading,
               const DocumentNode& node,
               const WorkflowDefaults& inherited) {
    Step step;
    step.id = text_at(node, "stepId");
    step.description = text_at(node, "description");
    step.where = reading.where(node);
    read_step_target(reading, node, step);
    step.parameters = read_parameters(reading, node);
    // The operation may be unknown: its source may be unavailable or invalid.
    const bool calls_workflow = member(*node.value, "workflowId") != nullptr;
    if (!calls_workflow) check_parameter_locations(reading, step);
    if (step.operation || !step.workflow.empty()) {
        merge_parameters(reading, step, inherited.parameters, node);
        step.body = read_body(reading, node, step.operation);
        if (step.body && step.api) read_encodings(reading, step);
    } else if (!calls_workflow) {
        step.body = read_message_body(reading, node);
    }
    merge_security(reading, node, step, inherited.credentials);
    check_message_keys(reading, node, step);
    step.timeout = read_timeout(reading, node);
    step.success_criteria = read_success_criteria(reading, node);
    if (!step.workflow.empty() && !step.success_criteria.empty())
        suggest_inner_criteria(reading, node);
    step.on_success = read_merged_actions(reading, node, "onSuccess", inherited.on_success);
    step.on_failure = read_merged_actions(reading, node, "onFailure", inherited.on_failure);
    step.outputs = read_outputs(reading, node);
    step.verifies = strings_or_empty(*node.value, "x-ct-verifies");
    step.observations = read_observations(reading, node);
    step.finally = bool_or(*node.value, "x-ct-finally", false);
    read_dependencies(reading, node, step);
    step.sse = read_stream_rules(reading, node);
    step.background = read_background(reading, node);
    step.needs = read_preconditions(reading, node, "x-ct-needs", step.sse.has_value());
    check_stream_keys(reading, node, step);
    check_preconditions(reading, node, step);
    collect_unsupported(reading, step);
    return step;
}

}  // namespace plumbline::workflow

#include "conformance/workflow/body_form.hpp"
#include "conformance/workflow/reading.hpp"
#include "conformance/workflow/step_uses.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

constexpr std::int64_t kLongestTimeoutInMs = 24LL * 60 * 60 * 1000;

std::optional<FoundOperation> find_operation(const Reading& reading,
                                             std::string_view key,
                                             const Node& target) {
    if (key == "operationId") return reading.sources.by_id(target, reading.problems);
    if (key == "operationPath") return reading.sources.by_path(target, reading.problems);
    return reading.sources.by_channel(target, reading.problems);
}

/// Reads what the step calls: exactly one of three keys says it.
void read_target(const Reading& reading, const Node& node, Step& step) {
    std::vector<std::string> given;
    for (const char* key : {"operationId", "operationPath", "workflowId", "channelPath"}) {
        if (member(*node.value, key)) given.emplace_back(key);
    }
    if (given.size() != 1) {
        reading.problems.add(
            Severity::kError,
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
    const Node target = node.child(given.front(), value);
    if (given.front() == "workflowId") {
        step.workflow = workflow_name(reading, target);
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

std::vector<Check> read_checks(const Reading& reading, const Node& step_node) {
    std::vector<Check> checks;
    for (const Node& node : elements_at(step_node, "successCriteria")) {
        auto criterion = read_criterion(reading, node);
        if (!criterion) continue;
        checks.push_back({std::move(*criterion), strings_or_empty(*node.value, "x-ct-verifies")});
    }
    return checks;
}

void advise_to_judge_inside(const Reading& reading, const Node& step_node) {
    reading.problems.add(
        Severity::kAdvice,
        ErrorCode::kInvalid,
        step_node.pointer + "/successCriteria",
        "other runners do not judge the criteria of a step that calls a workflow",
        "judge in a step of that workflow; it counts for this step's x-ct-verifies");
}

/// An open question is a criterion; of a contradiction a value is told.
std::optional<Observation> read_observation(const Reading& reading, const Node& node) {
    Observation one{text_at(node, "question"), text_at(node, "note"), {}, {}, reading.where(node)};
    const Json* value = member(*node.value, "value");
    const bool asks = member(*node.value, "condition") != nullptr;
    if (asks == (value != nullptr)) {
        reading.problems.add(Severity::kError,
                             ErrorCode::kInvalid,
                             node.pointer,
                             asks ? "observation has a condition and a value; one is allowed"
                                  : "observation has no condition",
                             "give a `condition:` for an open question, or the `value:` that was "
                             "seen where the description contradicts itself");
        return {};
    }
    if (asks) {
        one.criterion = read_criterion(reading, node);
        if (!one.criterion) return {};
    } else {
        one.value = read_template(reading, node.child("value", *value));
    }
    return one;
}

std::vector<Observation> read_observations(const Reading& reading, const Node& step_node) {
    std::vector<Observation> observations;
    for (const Node& node : elements_at(step_node, "x-ct-observe")) {
        if (auto one = read_observation(reading, node)) observations.push_back(std::move(*one));
    }
    return observations;
}

std::optional<std::chrono::milliseconds> read_timeout(const Reading& reading, const Node& node) {
    const Json* value = member(*node.value, "timeout");
    if (!value || !value->is_number_integer()) return {};
    const auto count = value->get<std::int64_t>();
    if (count > 0 && count <= kLongestTimeoutInMs) return std::chrono::milliseconds(count);
    reading.problems.add(Severity::kError,
                         ErrorCode::kInvalid,
                         node.pointer + "/timeout",
                         fmt::format("timeout is {}", count),
                         fmt::format("give milliseconds from 1 to {}", kLongestTimeoutInMs));
    return {};
}

/// Reads a step's own actions and puts the inherited ones behind them.
std::vector<Action> read_all_actions(const Reading& reading,
                                     const Node& node,
                                     std::string_view key,
                                     const std::vector<Action>& inherited) {
    std::vector<Action> own = read_actions(reading, node, key);
    if (!own.empty() && !own.back().criteria.empty() && !inherited.empty()) {
        reading.problems.add(
            Severity::kAdvice,
            ErrorCode::kInvalid,
            fmt::format("{}/{}", node.pointer, key),
            fmt::format("{} can fall through to the workflow's actions", key),
            "other runners ignore those once a step has its own; end the list with "
            "an action without criteria");
    }
    return merge_actions(std::move(own), inherited);
}

/// Reads `dependsOn`. Workflows are played one after the other, so a step of another one is over or
/// has not begun, and nothing is there to wait for.
void read_waiting(const Reading& reading, const Node& node, Step& step) {
    for (const Node& entry : elements_at(node, "dependsOn")) {
        const std::string written = as_string(*entry.value).value_or("");
        auto elsewhere = step_elsewhere(written);
        if (!elsewhere) {
            step.depends_on.push_back(step_depended_on(written));
            continue;
        }
        elsewhere->where = reading.where(entry);
        step.waits_for.push_back(std::move(*elsewhere));
        step.unsupported.push_back(Error{
            ErrorCode::kUnsupported,
            fmt::format("waiting for a step of another workflow is not supported: {}", written),
            reading.where(entry),
            {"let the workflow depend on that one: `dependsOn` beside its `steps`"}});
    }
}

/// What an API document leaves open is told once, however many steps send its form.
void read_encodings(const Reading& reading, Step& step) {
    Body& body = *step.body;
    body.encodings = field_encodings(
        *step.api, *step.operation, content_type_of(body.content_type, *step.operation));
    for (const auto& [_, encoding] : body.encodings) {
        for (const Error& error : encoding.headers.unsupported)
            reading.problems.add(Severity::kWarning, error);
    }
}

/// Gathers what keeps the step from being played. The rest of its suite is played all the same, so
/// that is no error.
void note_unsupported(const Reading& reading, Step& step) {
    for (Error& error : unsupported_among(uses_of(step)))
        step.unsupported.push_back(std::move(error));
    for (Error error : step.unsupported) {
        error.notes.emplace_back("a scenario ends with skipped where it comes to such a step");
        reading.problems.add(Severity::kWarning, std::move(error));
    }
}

}  // namespace

Step read_step(const Reading& reading, const Node& node, const Inherited& inherited) {
    Step step;
    step.id = text_at(node, "stepId");
    step.description = text_at(node, "description");
    step.where = reading.where(node);
    read_target(reading, node, step);
    step.parameters = read_parameters(reading, node);
    // Which operation it is may not be known: its source may be elsewhere, or broken.
    const bool calls_workflow = member(*node.value, "workflowId") != nullptr;
    if (!calls_workflow) check_places(reading, step);
    if (step.operation || !step.workflow.empty()) {
        merge_parameters(reading, step, inherited.parameters, node);
        step.body = read_body(reading, node, step.operation);
        if (step.body && step.api) read_encodings(reading, step);
    } else if (!calls_workflow) {
        step.body = read_message(reading, node);
    }
    merge_security(reading, node, step, inherited.credentials);
    check_message_keys(reading, node, step);
    step.timeout = read_timeout(reading, node);
    step.success_criteria = read_checks(reading, node);
    if (!step.workflow.empty() && !step.success_criteria.empty())
        advise_to_judge_inside(reading, node);
    step.on_success = read_all_actions(reading, node, "onSuccess", inherited.on_success);
    step.on_failure = read_all_actions(reading, node, "onFailure", inherited.on_failure);
    step.outputs = read_outputs(reading, node);
    step.verifies = strings_or_empty(*node.value, "x-ct-verifies");
    step.observations = read_observations(reading, node);
    step.finally = bool_or(*node.value, "x-ct-finally", false);
    read_waiting(reading, node, step);
    step.sse = read_stream_rules(reading, node);
    step.background = read_background(reading, node);
    check_stream_keys(reading, node, step);
    note_unsupported(reading, step);
    return step;
}

}  // namespace plumbline::workflow

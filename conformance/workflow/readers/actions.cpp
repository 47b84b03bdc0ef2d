#include "conformance/workflow/readers/readers.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::workflow {
namespace {

constexpr DocumentKeyword<ActionType> kActionTypes[]{
    {"end", ActionType::kEnd}, {"goto", ActionType::kGoto}, {"retry", ActionType::kRetry}};

constexpr double kLongestPauseInSeconds = 24.0 * 60.0 * 60.0;

void read_action_target(const ReadingContext& reading, const DocumentNode& node, Action& action) {
    const bool has_step = node.has("stepId");
    const bool has_workflow = node.has("workflowId");
    action.step = node.text("stepId");
    if (has_workflow) action.workflow = read_workflow_name(reading, node["workflowId"]);
    if (has_step && has_workflow) {
        node.error(fmt::format("action {} names both a stepId and a workflowId", action.name),
                   "keep one of them");
    } else if (action.type == ActionType::kGoto && !has_step && !has_workflow) {
        node.error(fmt::format("action {} has no target", action.name),
                   "add `stepId:` or `workflowId:`");
    } else if (action.type == ActionType::kEnd && (has_step || has_workflow)) {
        node.nonconforming(
            fmt::format("action {} ends the workflow, but has a target", action.name),
            "write `type: goto`, or remove the target");
        action.step.clear();
        action.workflow.clear();
    }
}

void read_retry(const DocumentNode& node, Action& action) {
    const DocumentNode after = node["retryAfter"];
    const DocumentNode limit = node["retryLimit"];
    if (action.type != ActionType::kRetry) {
        if (after.exists() || limit.exists())
            (after.exists() ? after : limit)
                .nonconforming(fmt::format("action {} does not retry", action.name),
                               "write `type: retry`, or remove it");
        return;
    }
    if (after.value->is_number()) {
        const auto seconds = after.value->get<double>();
        if (!(seconds >= 0 && seconds <= kLongestPauseInSeconds))
            return after.error(fmt::format("retryAfter is {}", seconds),
                               fmt::format("give seconds from 0 to {}", kLongestPauseInSeconds));
        action.retry_after = std::chrono::milliseconds(std::llround(seconds * 1000));
    }
    if (!limit.exists()) {
        node.suggest(fmt::format("action {} retries without a limit", action.name),
                     "without `retryLimit:` there is one retry; write the number you mean");
    } else if (limit.value->is_number_integer()) {
        const auto count = limit.value->get<std::int64_t>();
        if (count < 0 || count > 1'000'000)
            return limit.error(fmt::format("retryLimit is {}", count),
                               "give a count from 0 to 1000000");
        action.retry_limit = static_cast<int>(count);
    }
}

void read_skip(const DocumentNode& node, Action& action) {
    action.skip_reason = node.text();
    if (action.skip_reason.empty() || action.type == ActionType::kEnd) return;
    node.error(fmt::format("action {} does not end the workflow", action.name),
               "write `type: end`, or remove x-ct-skip");
}

/// Source: Arazzo 1.1, "Success Action Object" and "Failure Action Object": the parameters are for
/// the workflow, and `in` must not be used.
void read_action_inputs(const DocumentNode& node, Action& action) {
    const DocumentNode list = node["parameters"];
    if (!list.exists()) return;
    auto parameters = read_parameters(list);
    if (!node.has("workflowId"))
        return list.nonconforming(
            fmt::format("action {} passes inputs, but has no workflow as its target", action.name),
            "add `workflowId:`, or remove the parameters");
    convert_to_inputs(
        *node.problems, parameters, "action " + action.name, ProblemSeverity::kNonconforming);
    action.parameters = std::move(parameters);
}

std::optional<Action> read_action(const ReadingContext& reading,
                                  const DocumentNode& node,
                                  bool after_success) {
    const auto type = read_keyword(node["type"], kActionTypes, "type of action");
    if (!type) return {};
    if (after_success && *type == ActionType::kRetry) {
        // Some documents have it, but there is nothing to retry after a success, so the action is
        // ignored.
        node["type"].nonconforming("a success action cannot retry",
                                   "move it to onFailure or failureActions");
        return {};
    }
    Action action;
    action.name = node.text("name");
    action.type = *type;
    action.where = node.where();
    read_action_target(reading, node, action);
    if (!after_success) read_retry(node, action);
    read_action_inputs(node, action);
    read_skip(node["x-ct-skip"], action);
    action.criteria = read_criteria(reading, node["criteria"]);
    return action;
}

bool has_name(const std::vector<Action>& actions, const std::string& name) {
    return std::any_of(
        actions.begin(), actions.end(), [&](const Action& action) { return action.name == name; });
}

}  // namespace

std::vector<Action> read_actions(const ReadingContext& reading, const DocumentNode& list) {
    const bool after_success = list.key == "onSuccess" || list.key == "successActions";
    const std::string_view section = after_success ? "successActions" : "failureActions";
    std::vector<Action> actions;
    for (const DocumentNode& entry : list.elements()) {
        const auto resolved = resolve_reusable(entry, section);
        if (!resolved) continue;
        auto action = read_action(reading, resolved->node, after_success);
        if (!action) continue;
        if (!action->name.empty() && has_name(actions, action->name))
            entry.warning(
                fmt::format("there are two actions named {} in {}", action->name, list.key),
                "give each a different name");
        actions.push_back(std::move(*action));
    }
    return actions;
}

std::vector<Action> merge_actions(std::vector<Action> own, const std::vector<Action>& inherited) {
    for (const Action& action : inherited) {
        if (action.name.empty() || !has_name(own, action.name)) own.push_back(action);
    }
    return own;
}

}  // namespace plumbline::workflow

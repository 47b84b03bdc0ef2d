#include "conformance/workflow/readers/readers.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::workflow {
namespace {

struct ActionTypeName {
    std::string_view name;
    ActionType type;
};
constexpr ActionTypeName kActionTypes[]{
    {"end", ActionType::kEnd}, {"goto", ActionType::kGoto}, {"retry", ActionType::kRetry}};

constexpr double kLongestPauseInSeconds = 24.0 * 60.0 * 60.0;

std::optional<ActionType> read_action_type(const ReadingContext& reading,
                                           const DocumentNode& node) {
    const std::string name = text_at(node, "type");
    std::vector<std::string> known;
    for (const ActionTypeName& kind : kActionTypes) {
        if (kind.name == name) return kind.type;
        known.emplace_back(kind.name);
    }
    // A missing or mistyped `type` is already reported.
    if (!name.empty()) {
        reading.problems.add(ProblemSeverity::kError,
                             ErrorCode::kInvalid,
                             node.pointer + "/type",
                             fmt::format("unknown type of action: {}", name),
                             suggestion(name, known));
    }
    return {};
}

void read_action_target(const ReadingContext& reading, const DocumentNode& node, Action& action) {
    action.step = text_at(node, "stepId");
    const Json* workflow = member(*node.value, "workflowId");
    if (workflow)
        action.workflow = read_workflow_name(reading, node.child("workflowId", *workflow));
    const bool has_workflow = workflow != nullptr;
    const bool has_step = member(*node.value, "stepId") != nullptr;
    const auto report =
        [&](ProblemSeverity severity, const std::string& message, const std::string& fix) {
            reading.problems.add(severity, ErrorCode::kInvalid, node.pointer, message, fix);
        };
    if (has_step && has_workflow) {
        report(ProblemSeverity::kError,
               fmt::format("action {} names both a stepId and a workflowId", action.name),
               "keep one of them");
    } else if (action.type == ActionType::kGoto && !has_step && !has_workflow) {
        report(ProblemSeverity::kError,
               fmt::format("action {} has no target", action.name),
               "add `stepId:` or `workflowId:`");
    } else if (action.type == ActionType::kEnd && (has_step || has_workflow)) {
        report(ProblemSeverity::kNonconforming,
               fmt::format("action {} ends the workflow, but has a target", action.name),
               "write `type: goto`, or remove the target");
        action.step.clear();
        action.workflow.clear();
    }
}

void read_retry(const ReadingContext& reading, const DocumentNode& node, Action& action) {
    const Json* after = member(*node.value, "retryAfter");
    const Json* limit = member(*node.value, "retryLimit");
    const auto report = [&](ProblemSeverity severity,
                            std::string_view key,
                            const std::string& message,
                            const std::string& fix) {
        reading.problems.add(
            severity, ErrorCode::kInvalid, fmt::format("{}/{}", node.pointer, key), message, fix);
    };
    if (action.type != ActionType::kRetry) {
        if (after || limit) {
            report(ProblemSeverity::kNonconforming,
                   after ? "retryAfter" : "retryLimit",
                   fmt::format("action {} does not retry", action.name),
                   "write `type: retry`, or remove it");
        }
        return;
    }
    if (after && after->is_number()) {
        const double seconds = after->get<double>();
        if (!(seconds >= 0 && seconds <= kLongestPauseInSeconds)) {
            return report(ProblemSeverity::kError,
                          "retryAfter",
                          fmt::format("retryAfter is {}", seconds),
                          fmt::format("give seconds from 0 to {}", kLongestPauseInSeconds));
        }
        action.retry_after = std::chrono::milliseconds(std::llround(seconds * 1000));
    }
    if (!limit) {
        reading.problems.add(ProblemSeverity::kSuggestion,
                             ErrorCode::kInvalid,
                             node.pointer,
                             fmt::format("action {} retries without a limit", action.name),
                             "without `retryLimit:` there is one retry; write the number you mean");
    } else if (limit->is_number_integer()) {
        const auto count = limit->get<std::int64_t>();
        if (count < 0 || count > 1'000'000) {
            return report(ProblemSeverity::kError,
                          "retryLimit",
                          fmt::format("retryLimit is {}", count),
                          "give a count from 0 to 1000000");
        }
        action.retry_limit = static_cast<int>(count);
    }
}

void read_skip(const ReadingContext& reading, const DocumentNode& node, Action& action) {
    action.skip_reason = text_at(node, "x-ct-skip");
    if (action.skip_reason.empty() || action.type == ActionType::kEnd) return;
    reading.problems.add(ProblemSeverity::kError,
                         ErrorCode::kInvalid,
                         node.pointer + "/x-ct-skip",
                         fmt::format("action {} does not end the workflow", action.name),
                         "write `type: end`, or remove x-ct-skip");
}

/// Source: Arazzo 1.1, "Success Action Object" and "Failure Action Object": the parameters are for
/// the workflow, and `in` must not be used.
void read_action_inputs(const ReadingContext& reading, const DocumentNode& node, Action& action) {
    const Json* written = member(*node.value, "parameters");
    if (!written) return;
    auto parameters = read_parameters(reading, node);
    if (!member(*node.value, "workflowId")) {
        reading.problems.add(
            ProblemSeverity::kNonconforming,
            ErrorCode::kInvalid,
            node.pointer + "/parameters",
            fmt::format("action {} passes inputs, but has no workflow as its target", action.name),
            "add `workflowId:`, or remove the parameters");
        return;
    }
    convert_to_inputs(
        reading, parameters, "action " + action.name, ProblemSeverity::kNonconforming);
    action.parameters = std::move(parameters);
}

std::optional<Action> read_action(const ReadingContext& reading,
                                  const DocumentNode& node,
                                  bool after_success) {
    const std::optional<ActionType> kind = read_action_type(reading, node);
    if (!kind) return {};
    if (after_success && *kind == ActionType::kRetry) {
        // Some documents have it, but there is nothing to retry after a success, so the action is
        // ignored.
        reading.problems.add(ProblemSeverity::kNonconforming,
                             ErrorCode::kInvalid,
                             node.pointer + "/type",
                             "a success action cannot retry",
                             "move it to onFailure or failureActions");
        return {};
    }
    Action action;
    action.name = text_at(node, "name");
    action.type = *kind;
    action.where = reading.where(node);
    read_action_target(reading, node, action);
    if (!after_success) read_retry(reading, node, action);
    read_action_inputs(reading, node, action);
    read_skip(reading, node, action);
    action.criteria = read_criteria(reading, node, "criteria");
    return action;
}

bool has_name(const std::vector<Action>& actions, const std::string& name) {
    return std::any_of(
        actions.begin(), actions.end(), [&](const Action& action) { return action.name == name; });
}

}  // namespace

std::vector<Action> read_actions(const ReadingContext& reading,
                                 const DocumentNode& owner,
                                 std::string_view key) {
    const bool after_success = key == "onSuccess" || key == "successActions";
    const std::string_view section = after_success ? "successActions" : "failureActions";
    std::vector<Action> actions;
    for (const DocumentNode& entry : elements_at(owner, key)) {
        const auto resolved = resolve_reusable(reading, entry, section);
        if (!resolved) continue;
        auto action = read_action(reading, resolved->node, after_success);
        if (!action) continue;
        if (!action->name.empty() && has_name(actions, action->name)) {
            reading.problems.add(
                ProblemSeverity::kWarning,
                ErrorCode::kInvalid,
                entry.pointer,
                fmt::format("there are two actions named {} in {}", action->name, key),
                "give each a different name");
        }
        actions.push_back(std::move(*action));
    }
    return actions;
}

std::vector<Action> merge_actions(std::vector<Action> own, const std::vector<Action>& inherited) {
    std::vector<Action> merged = std::move(own);
    for (const Action& action : inherited) {
        if (action.name.empty() || !has_name(merged, action.name)) merged.push_back(action);
    }
    return merged;
}

}  // namespace plumbline::workflow

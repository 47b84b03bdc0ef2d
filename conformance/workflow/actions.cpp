#include "conformance/workflow/reading.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::workflow {
namespace {

struct KindName {
    std::string_view name;
    ActionKind kind;
};
constexpr KindName kKinds[]{
    {"end", ActionKind::kEnd}, {"goto", ActionKind::kGoto}, {"retry", ActionKind::kRetry}};

constexpr double kLongestPauseInSeconds = 24.0 * 60.0 * 60.0;

std::optional<ActionKind> read_kind(const Reading& reading, const Node& node) {
    const std::string name = text_at(node, "type");
    std::vector<std::string> known;
    for (const KindName& kind : kKinds) {
        if (kind.name == name) return kind.kind;
        known.emplace_back(kind.name);
    }
    // A missing or mistyped `type` is noted already.
    if (!name.empty()) {
        reading.problems.add(Severity::kError,
                             ErrorCode::kInvalid,
                             node.pointer + "/type",
                             fmt::format("unknown type of action: {}", name),
                             suggestion(name, known));
    }
    return {};
}

void read_target(const Reading& reading, const Node& node, Action& action) {
    action.step = text_at(node, "stepId");
    const Json* workflow = member(*node.value, "workflowId");
    if (workflow) action.workflow = workflow_name(reading, node.child("workflowId", *workflow));
    const bool has_workflow = workflow != nullptr;
    const bool has_step = member(*node.value, "stepId") != nullptr;
    const auto refuse =
        [&](Severity severity, const std::string& message, const std::string& mend) {
            reading.problems.add(severity, ErrorCode::kInvalid, node.pointer, message, mend);
        };
    if (has_step && has_workflow) {
        refuse(Severity::kError,
               fmt::format("action {} names both a stepId and a workflowId", action.name),
               "keep one of them");
    } else if (action.kind == ActionKind::kGoto && !has_step && !has_workflow) {
        refuse(Severity::kError,
               fmt::format("action {} goes nowhere", action.name),
               "add `stepId:` or `workflowId:`");
    } else if (action.kind == ActionKind::kEnd && (has_step || has_workflow)) {
        refuse(Severity::kRefused,
               fmt::format("action {} ends the workflow, but names where to go", action.name),
               "write `type: goto`, or leave the target out");
        action.step.clear();
        action.workflow.clear();
    }
}

void read_retry(const Reading& reading, const Node& node, Action& action) {
    const Json* after = member(*node.value, "retryAfter");
    const Json* limit = member(*node.value, "retryLimit");
    const auto refuse = [&](Severity severity,
                            std::string_view key,
                            const std::string& message,
                            const std::string& mend) {
        reading.problems.add(
            severity, ErrorCode::kInvalid, fmt::format("{}/{}", node.pointer, key), message, mend);
    };
    if (action.kind != ActionKind::kRetry) {
        if (after || limit) {
            refuse(Severity::kRefused,
                   after ? "retryAfter" : "retryLimit",
                   fmt::format("action {} does not retry", action.name),
                   "write `type: retry`, or leave it out");
        }
        return;
    }
    if (after && after->is_number()) {
        const double seconds = after->get<double>();
        if (!(seconds >= 0 && seconds <= kLongestPauseInSeconds)) {
            return refuse(Severity::kError,
                          "retryAfter",
                          fmt::format("retryAfter is {}", seconds),
                          fmt::format("give seconds from 0 to {}", kLongestPauseInSeconds));
        }
        action.retry_after = std::chrono::milliseconds(std::llround(seconds * 1000));
    }
    if (!limit) {
        reading.problems.add(
            Severity::kAdvice,
            ErrorCode::kInvalid,
            node.pointer,
            fmt::format("action {} retries without a limit of its own", action.name),
            "without `retryLimit:` there is one retry; write the number you mean");
    } else if (limit->is_number_integer()) {
        const auto count = limit->get<std::int64_t>();
        if (count < 0 || count > 1'000'000) {
            return refuse(Severity::kError,
                          "retryLimit",
                          fmt::format("retryLimit is {}", count),
                          "give a count from 0 to 1000000");
        }
        action.retry_limit = static_cast<int>(count);
    }
}

void read_skip(const Reading& reading, const Node& node, Action& action) {
    action.skip_reason = text_at(node, "x-ct-skip");
    if (action.skip_reason.empty() || action.kind == ActionKind::kEnd) return;
    reading.problems.add(Severity::kError,
                         ErrorCode::kInvalid,
                         node.pointer + "/x-ct-skip",
                         fmt::format("action {} does not end the workflow", action.name),
                         "write `type: end`, or leave x-ct-skip out");
}

/// Source: Arazzo 1.1, "Success Action Object" and "Failure Action Object": the parameters are for
/// the workflow, and `in` must not be used.
void read_handed(const Reading& reading, const Node& node, Action& action) {
    const Json* written = member(*node.value, "parameters");
    if (!written) return;
    auto parameters = read_parameters(reading, node);
    if (!member(*node.value, "workflowId")) {
        reading.problems.add(
            Severity::kRefused,
            ErrorCode::kInvalid,
            node.pointer + "/parameters",
            fmt::format("action {} hands inputs over, but leads to no workflow", action.name),
            "add `workflowId:`, or leave the parameters out");
        return;
    }
    take_as_inputs(reading, parameters, "action " + action.name, Severity::kRefused);
    action.parameters = std::move(parameters);
}

std::optional<Action> read_action(const Reading& reading, const Node& node, bool after_success) {
    const std::optional<ActionKind> kind = read_kind(reading, node);
    if (!kind) return {};
    if (after_success && *kind == ActionKind::kRetry) {
        // Seen in documents of others: there is nothing to retry after a success, so it does not
        // count.
        reading.problems.add(Severity::kRefused,
                             ErrorCode::kInvalid,
                             node.pointer + "/type",
                             "a success action cannot retry",
                             "move it to onFailure or failureActions");
        return {};
    }
    Action action;
    action.name = text_at(node, "name");
    action.kind = *kind;
    action.where = reading.where(node);
    read_target(reading, node, action);
    if (!after_success) read_retry(reading, node, action);
    read_handed(reading, node, action);
    read_skip(reading, node, action);
    action.criteria = read_criteria(reading, node, "criteria");
    return action;
}

bool has_name(const std::vector<Action>& actions, const std::string& name) {
    return std::any_of(
        actions.begin(), actions.end(), [&](const Action& action) { return action.name == name; });
}

}  // namespace

std::vector<Action> read_actions(const Reading& reading, const Node& owner, std::string_view key) {
    const bool after_success = key == "onSuccess" || key == "successActions";
    const std::string_view section = after_success ? "successActions" : "failureActions";
    std::vector<Action> actions;
    for (const Node& entry : elements_at(owner, key)) {
        const auto resolved = resolve(reading, entry, section);
        if (!resolved) continue;
        auto action = read_action(reading, resolved->node, after_success);
        if (!action) continue;
        if (!action->name.empty() && has_name(actions, action->name)) {
            reading.problems.add(
                Severity::kWarning,
                ErrorCode::kInvalid,
                entry.pointer,
                fmt::format("there are two actions named {} in {}", action->name, key),
                "give each a name of its own");
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

#include "conformance/workflow/reading.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// A step may wait for others (1.1). Steps run one after the other here, so waiting for an earlier
/// one is true by itself; anything else would need steps that run side by side.
void check_waiting(const Reading& reading,
                   const Node& step_node,
                   const std::vector<Step>& earlier) {
    std::vector<std::string> known;
    known.reserve(earlier.size());
    for (const Step& step : earlier) known.push_back(step.id);
    for (const Node& node : elements_at(step_node, "dependsOn")) {
        const std::string written = as_string(*node.value).value_or("");
        if (step_elsewhere(written)) continue;  // the step tells
        const std::string id = step_depended_on(written);
        if (id != written) {
            reading.problems.add(Severity::kRefused,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 fmt::format("dependsOn names a step as {}", written),
                                 fmt::format("write the id alone: `{}`", id));
        }
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        reading.problems.add(
            Severity::kError,
            ErrorCode::kUnsupported,
            node.pointer,
            fmt::format("step {} depends on {}, which is no earlier step of this workflow",
                        text_at(step_node, "stepId"),
                        id),
            suggestion(id, known));
    }
}

std::vector<Dependency> read_depends_on(const Reading& reading, const Node& workflow_node) {
    std::vector<Dependency> dependencies;
    for (const Node& node : elements_at(workflow_node, "dependsOn")) {
        const std::string id = workflow_name(reading, node);
        if (!id.empty()) dependencies.push_back({id, reading.where(node)});
    }
    return dependencies;
}

}  // namespace

Workflow read_workflow(const Reading& reading, const Node& node) {
    Workflow workflow;
    workflow.id = text_at(node, "workflowId");
    workflow.name = text_at(node, "x-ct-name");
    workflow.summary = text_at(node, "summary");
    if (workflow.summary.empty()) workflow.summary = text_at(node, "description");
    workflow.where = reading.where(node);
    read_inputs(reading, node, workflow);
    workflow.depends_on = read_depends_on(reading, node);
    const Inherited inherited{read_parameters(reading, node),
                              read_actions(reading, node, "successActions"),
                              read_actions(reading, node, "failureActions"),
                              read_security(reading, node, nullptr)};
    for (const Node& step : elements_at(node, "steps")) {
        if (!step.value->is_object()) continue;
        check_waiting(reading, step, workflow.steps);
        workflow.steps.push_back(read_step(reading, step, inherited));
    }
    workflow.outputs = read_outputs(reading, node);
    return workflow;
}

}  // namespace plumbline::workflow

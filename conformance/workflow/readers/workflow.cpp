#include "conformance/workflow/readers/readers.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// A workflow with more cannot be played, and takes much memory to read.
constexpr std::size_t kMostSteps = 10'000;

/// Reports that a step names another one that is not an earlier step.
void report_unknown_step(const DocumentNode& name,
                         const std::string& what,
                         const std::string& id,
                         const Workflow& workflow,
                         ErrorCode code) {
    name.error(fmt::format("{} {}, which is not an earlier step of this workflow", what, id),
               suggestion(id, names_of(workflow.steps, &Step::id)),
               code);
}

/// A step may depend on others (1.1). Steps run in order here, so a dependency on an earlier step
/// is always met; any other would need parallel steps.
void check_dependencies(const DocumentNode& step_node, const Workflow& workflow) {
    for (const DocumentNode& node : step_node["dependsOn"].elements()) {
        const std::string written = node.text();
        if (parse_external_step(written)) continue;  // reported when the step is read
        const std::string id = parse_step_dependency(written);
        if (id != written)
            node.nonconforming(fmt::format("dependsOn names a step as {}", written),
                               fmt::format("write the id alone: `{}`", id));
        if (workflow.find_step(id)) continue;
        report_unknown_step(node,
                            fmt::format("step {} depends on", step_node.text("stepId")),
                            id,
                            workflow,
                            ErrorCode::kUnsupported);
    }
    const DocumentNode other = step_node["x-ct-soon-after"]["step"];
    if (const std::string id = other.text(); !id.empty() && !workflow.find_step(id))
        report_unknown_step(other,
                            fmt::format("step {} is sent soon after", step_node.text("stepId")),
                            id,
                            workflow,
                            ErrorCode::kInvalid);
}

/// Reports a shared call that is no call, or a second one: clean-up steps are those of the one
/// call.
void check_shared_call(const DocumentNode& step_node, const Workflow& workflow) {
    const DocumentNode shared = step_node["x-ct-shared"];
    if (!shared.exists()) return;
    if (!step_node["workflowId"].exists())
        shared.error("x-ct-shared is on a step that calls no workflow",
                     "move the request into a workflow of its own, and call it with `workflowId:`",
                     ErrorCode::kInvalid);
    const bool has_other = std::ranges::any_of(
        workflow.steps, [](const Step& earlier) { return !earlier.shared.empty(); });
    if (has_other)
        shared.error("a second step of the workflow has x-ct-shared",
                     "share one call for each scenario",
                     ErrorCode::kInvalid);
}

}  // namespace

Workflow read_workflow(const ReadingContext& reading, const DocumentNode& node) {
    Workflow workflow;
    workflow.id = node.text("workflowId");
    workflow.name = node.text("x-ct-name");
    workflow.summary = node.text("summary");
    if (workflow.summary.empty()) workflow.summary = node.text("description");
    workflow.where = node.where();
    read_inputs(reading, node["inputs"], workflow);
    for (const DocumentNode& dependency : node["dependsOn"].elements()) {
        const std::string id = read_workflow_name(reading, dependency);
        if (!id.empty()) workflow.depends_on.push_back({id, dependency.where()});
    }
    const WorkflowDefaults inherited{read_parameters(node["parameters"]),
                                     read_actions(reading, node["successActions"]),
                                     read_actions(reading, node["failureActions"]),
                                     read_security(reading, node["x-security"], nullptr)};
    const auto steps = node["steps"].elements();
    if (steps.size() > kMostSteps) {
        node["steps"].error(fmt::format("{} steps, at most {}", steps.size(), kMostSteps),
                            "divide the workflow; a scenario plays at most 2000 steps",
                            ErrorCode::kLimit);
        return workflow;
    }
    workflow.steps.reserve(steps.size());
    for (const DocumentNode& step : steps) {
        if (!step.value->is_object()) continue;
        check_dependencies(step, workflow);
        check_shared_call(step, workflow);
        workflow.add_step(read_step(reading, step, inherited));
    }
    workflow.outputs = read_outputs(node["outputs"]);
    return workflow;
}

}  // namespace plumbline::workflow

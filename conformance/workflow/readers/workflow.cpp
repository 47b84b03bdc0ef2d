#include "conformance/workflow/readers/readers.hpp"
#include "spec/json/access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

/// A step may depend on others (1.1). Steps run in order here, so a dependency on an earlier step
/// is always met; any other would need parallel steps.
void check_dependencies(const ReadingContext& reading,
                        const DocumentNode& step_node,
                        const Workflow& workflow) {
    for (const DocumentNode& node : elements_at(step_node, "dependsOn")) {
        const std::string written = as_string(*node.value).value_or("");
        if (parse_external_step(written)) continue;  // reported when the step is read
        const std::string id = parse_step_dependency(written);
        if (id != written) {
            reading.problems.add(ProblemSeverity::kNonconforming,
                                 ErrorCode::kInvalid,
                                 node.pointer,
                                 fmt::format("dependsOn names a step as {}", written),
                                 fmt::format("write the id alone: `{}`", id));
        }
        if (workflow.find_step(id)) continue;
        std::vector<std::string> known;
        for (const Step& step : workflow.steps) known.push_back(step.id);
        reading.problems.add(
            ProblemSeverity::kError,
            ErrorCode::kUnsupported,
            node.pointer,
            fmt::format("step {} depends on {}, which is not an earlier step of this workflow",
                        text_at(step_node, "stepId"),
                        id),
            suggestion(id, known));
    }
}

std::vector<WorkflowDependency> read_depends_on(const ReadingContext& reading,
                                                const DocumentNode& workflow_node) {
    std::vector<WorkflowDependency> dependencies;
    for (const DocumentNode& node : elements_at(workflow_node, "dependsOn")) {
        const std::string id = read_workflow_name(reading, node);
        if (!id.empty()) dependencies.push_back({id, reading.where(node)});
    }
    return dependencies;
}

}  // namespace

Workflow read_workflow(const ReadingContext& reading, const DocumentNode& node) {
    Workflow workflow;
    workflow.id = text_at(node, "workflowId");
    workflow.name = text_at(node, "x-ct-name");
    workflow.summary = text_at(node, "summary");
    if (workflow.summary.empty()) workflow.summary = text_at(node, "description");
    workflow.where = reading.where(node);
    read_inputs(reading, node, workflow);
    workflow.depends_on = read_depends_on(reading, node);
    const WorkflowDefaults inherited{read_parameters(reading, node),
                                     read_actions(reading, node, "successActions"),
                                     read_actions(reading, node, "failureActions"),
                                     read_security(reading, node, nullptr)};
    for (const DocumentNode& step : elements_at(node, "steps")) {
        if (!step.value->is_object()) continue;
        check_dependencies(reading, step, workflow);
        workflow.add_step(read_step(reading, step, inherited));
    }
    workflow.outputs = read_outputs(reading, node);
    return workflow;
}

}  // namespace plumbline::workflow

#include "conformance/workflow/checks/checks.hpp"
#include "conformance/workflow/model/standard_inputs.hpp"

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// The capability that a suite needs if it uses the control interface of the mock.
constexpr std::string_view kControl = "control";

/// Returns the workflows that the steps and actions of a workflow lead to.
std::vector<const Workflow*> next_workflows(const Workflow& workflow) {
    std::set<std::string> names;
    for (const Step& step : workflow.steps) {
        names.insert(step.workflow);
        for (const Action& action : step.on_success) names.insert(action.workflow);
        for (const Action& action : step.on_failure) names.insert(action.workflow);
    }
    std::vector<const Workflow*> next;
    for (const std::string& name : names) {
        if (const Workflow* other = workflow.find_workflow(name)) next.push_back(other);
    }
    return next;
}

/// Returns the name of the first operation's document; that of the control interface only if there
/// is no other.
std::string area_of(const std::vector<const Workflow*>& workflows) {
    std::string control;
    for (const Workflow* workflow : workflows) {
        for (const Step& step : workflow->steps) {
            if (!step.operation) continue;
            if (step.api->name() != kControlDocument) return step.api->name();
            control = kControlDocument;
        }
    }
    return control;
}

bool uses_control(const std::vector<const Workflow*>& workflows) {
    return std::any_of(workflows.begin(), workflows.end(), [](const Workflow* workflow) {
        return std::any_of(workflow->steps.begin(), workflow->steps.end(), [](const Step& step) {
            return step.operation && step.api->name() == kControlDocument;
        });
    });
}

}  // namespace

void derive_workflow_properties(const std::vector<Suite*>& suites) {
    std::set<const Workflow*> named;
    for (const Suite* suite : suites) {
        for (const Workflow& workflow : suite->workflows) {
            for (const Workflow* next : next_workflows(workflow)) {
                if (next != &workflow) named.insert(next);
            }
        }
    }
    for (Suite* suite : suites) {
        for (Workflow& workflow : suite->workflows) {
            const auto workflows = workflow.with_called();
            workflow.area = area_of(workflows);
            if (uses_control(workflows)) workflow.needs.emplace_back(kControl);
            workflow.callable_only = named.contains(&workflow) && !caller_inputs(workflow).empty();
        }
    }
}

}  // namespace plumbline::workflow

#include "conformance/workflow/checks/checks.hpp"
#include "conformance/workflow/model/standard_inputs.hpp"

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// The capability that a suite needs if it uses the control interface of the mock.
constexpr std::string_view kControl = "control";

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
            for (const std::string& name : workflow.next_workflows()) {
                const Workflow* next = workflow.find_workflow(name);
                if (next && next != &workflow) named.insert(next);
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

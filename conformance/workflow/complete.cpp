#include "conformance/workflow/references.hpp"
#include "conformance/workflow/standard_inputs.hpp"

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// The capability that the mock's own interface stands for.
constexpr std::string_view kControl = "control";

/// The workflows a workflow's steps and actions lead to.
std::vector<const Workflow*> next_workflows(const Workflow& workflow) {
    std::set<std::string> names;
    for (const Step& step : workflow.steps) {
        names.insert(step.workflow);
        for (const Action& action : step.on_success) names.insert(action.workflow);
        for (const Action& action : step.on_failure) names.insert(action.workflow);
    }
    std::vector<const Workflow*> next;
    for (const std::string& name : names) {
        if (const Workflow* other = workflow.other(name)) next.push_back(other);
    }
    return next;
}

/// Returns the workflow and all that it leads to, itself first.
std::vector<const Workflow*> reached(const Workflow& from) {
    std::vector<const Workflow*> found{&from};
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const Workflow* next : next_workflows(*found[i])) {
            const bool known = std::find(found.begin(), found.end(), next) != found.end();
            if (!known) found.push_back(next);
        }
    }
    return found;
}

/// Of the first operation's document; the control interface's only if there is no other.
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

void complete(const std::vector<Suite*>& suites) {
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
            const auto workflows = reached(workflow);
            workflow.area = area_of(workflows);
            if (uses_control(workflows)) workflow.needs.emplace_back(kControl);
            workflow.callable_only =
                named.contains(&workflow) && !inputs_of_caller(workflow).empty();
        }
    }
}

}  // namespace plumbline::workflow

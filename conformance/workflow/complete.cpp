#include "conformance/workflow/references.hpp"
#include "conformance/workflow/standard_inputs.hpp"

#include <algorithm>
#include <set>

namespace plumbline::workflow {
namespace {

/// The capability that the mock's own interface stands for.
constexpr std::string_view kControl = "control";

/// The workflows a workflow's steps and actions lead to.
std::set<std::string> next_workflows(const Workflow& workflow) {
    std::set<std::string> next;
    for (const Step& step : workflow.steps) {
        next.insert(step.workflow);
        for (const Action& action : step.on_success) next.insert(action.workflow);
        for (const Action& action : step.on_failure) next.insert(action.workflow);
    }
    next.erase("");
    return next;
}

/// Returns the workflow and all that it leads to, itself first.
std::vector<const Workflow*> reached(const Suite& suite, const Workflow& from) {
    std::vector<const Workflow*> found{&from};
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const std::string& id : next_workflows(*found[i])) {
            const Workflow* next = suite.find_workflow(id);
            const bool known = std::find(found.begin(), found.end(), next) != found.end();
            if (next && !known) found.push_back(next);
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

void complete(Suite& suite) {
    std::set<std::string> named;
    for (const Workflow& workflow : suite.workflows) {
        std::set<std::string> next = next_workflows(workflow);
        next.erase(workflow.id);
        named.merge(next);
    }
    for (Workflow& workflow : suite.workflows) {
        const auto workflows = reached(suite, workflow);
        workflow.area = area_of(workflows);
        if (uses_control(workflows)) workflow.needs.emplace_back(kControl);
        workflow.callable_only = named.contains(workflow.id) && !inputs_of_caller(workflow).empty();
    }
}

}  // namespace plumbline::workflow

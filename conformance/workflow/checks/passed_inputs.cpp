#include "conformance/workflow/checks/checks.hpp"
#include "conformance/workflow/model/standard_inputs.hpp"
#include "spec/base/text.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// A step or action that calls or goes to a workflow.
struct WorkflowCall {
    std::string name;  ///< `step s`, `action a`
    std::string_view verb;
    const std::string& workflow;
    const std::vector<ParameterValue>& parameters;
    SourceRef where;
};

std::vector<WorkflowCall> workflow_calls(const Workflow& workflow) {
    std::vector<WorkflowCall> givers;
    for (const Step& step : workflow.steps) {
        givers.push_back({"step " + step.id, "calls", step.workflow, step.parameters, step.where});
        for (const auto* actions : {&step.on_success, &step.on_failure}) {
            for (const Action& action : *actions) {
                givers.push_back({"action " + action.name,
                                  "goes to",
                                  action.workflow,
                                  action.parameters,
                                  action.where});
            }
        }
    }
    return givers;
}

bool passes_input(const WorkflowCall& call, const std::string& name) {
    return std::any_of(call.parameters.begin(),
                       call.parameters.end(),
                       [&](const ParameterValue& given) { return given.name == name; });
}

/// Reports required inputs that are not passed: such a workflow can be run only if the user gives
/// them.
void check_missing_inputs(const WorkflowCall& call,
                          const Workflow& other,
                          ProblemCollector& problems) {
    std::vector<std::string> names = caller_inputs(other);
    std::erase_if(names, [&](const std::string& name) { return passes_input(call, name); });
    if (names.empty()) return;
    problems.add(ProblemSeverity::kNonconforming,
                 call.where,
                 fmt::format("{} {} the workflow {}, but does not pass the required input {}",
                             call.name,
                             call.verb,
                             call.workflow,
                             join(names, ", ")),
                 "add it to `parameters:`, or give the input a default");
}

bool declares(const Workflow& workflow, const std::string& name) {
    return std::any_of(workflow.inputs.begin(),
                       workflow.inputs.end(),
                       [&](const WorkflowInput& input) { return input.name == name; });
}

/// An undeclared input is not validated; most likely its name is misspelled.
void check_undeclared_inputs(const WorkflowCall& call,
                             const Workflow& other,
                             ProblemCollector& problems) {
    if (other.open_inputs) return;
    for (const ParameterValue& given : call.parameters) {
        if (given.is_inherited || declares(other, given.name)) continue;
        problems.add(ProblemSeverity::kWarning,
                     given.where,
                     fmt::format("{} passes {}, but workflow {} declares no such input",
                                 call.name,
                                 given.name,
                                 call.workflow),
                     suggestion(given.name, names_of(other.inputs, &WorkflowInput::name)),
                     ErrorCode::kNotFound);
    }
}

/// Returns the literal values that are passed and declared. Null is left to the run: an invalid
/// expression is read as null too, and is already reported.
Json literal_inputs(const WorkflowCall& call, const Workflow& other) {
    Json literals = Json::object();
    for (const ParameterValue& given : call.parameters) {
        const Json* value = given.value.literal();
        if (value && !value->is_null() && declares(other, given.name))
            literals[given.name] = *value;
    }
    return literals;
}

/// Returns whether a violation of the inputs' schema concerns this input. Violations that concern
/// all inputs, such as a missing required one, do not: the other inputs are known only during the
/// run.
bool is_about(const Violation& violation, const std::string& input) {
    const auto pointer = JsonPointer::parse(violation.instance_pointer);
    return pointer && !pointer->empty() && pointer->tokens().front() == input;
}

/// Literal values can be validated before the run. If the schema makes one input depend on another
/// (`if`, `anyOf`), all inputs are needed, so the run validates them.
void check_invalid_inputs(const WorkflowCall& call,
                          const Workflow& other,
                          ProblemCollector& problems) {
    if (!other.inputs_schema || other.open_inputs) return;
    const auto violations = other.inputs_schema->evaluate(literal_inputs(call, other));
    for (const ParameterValue& given : call.parameters) {
        const auto found =
            std::find_if(violations.begin(), violations.end(), [&](const Violation& violation) {
                return is_about(violation, given.name);
            });
        if (found == violations.end()) continue;
        problems.add(ProblemSeverity::kNonconforming,
                     given.where,
                     fmt::format("{} passes {} to workflow {}, which does not accept it: {}",
                                 call.name,
                                 given.name,
                                 call.workflow,
                                 found->message),
                     "give a value that fits the workflow's `inputs`");
    }
}

}  // namespace

void check_passed_inputs(const Suite& suite, ProblemCollector& problems) {
    for (const Workflow& workflow : suite.workflows) {
        for (const WorkflowCall& call : workflow_calls(workflow)) {
            const Workflow* other = suite.find_workflow(call.workflow);
            if (!other) continue;
            check_missing_inputs(call, *other, problems);
            check_undeclared_inputs(call, *other, problems);
            check_invalid_inputs(call, *other, problems);
        }
    }
}

}  // namespace plumbline::workflow

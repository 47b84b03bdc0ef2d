#include "conformance/workflow/references.hpp"
#include "conformance/workflow/standard_inputs.hpp"
#include "spec/base/text.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::workflow {
namespace {

/// A step or action that leads to a workflow.
struct Giver {
    std::string name;  ///< `step s`, `action a`
    std::string_view leads;
    const std::string& workflow;
    const std::vector<ParameterValue>& parameters;
    SourceRef where;
};

std::vector<Giver> givers_of(const Workflow& workflow) {
    std::vector<Giver> givers;
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

bool gives_input(const Giver& giver, const std::string& name) {
    return std::any_of(giver.parameters.begin(),
                       giver.parameters.end(),
                       [&](const ParameterValue& given) { return given.name == name; });
}

/// Such a workflow cannot be played: nobody else gives the input, unless the user does.
void note_lacking(const Giver& giver, const Workflow& other, Problems& problems) {
    std::vector<std::string> names = inputs_of_caller(other);
    std::erase_if(names, [&](const std::string& name) { return gives_input(giver, name); });
    if (names.empty()) return;
    problems.add(Severity::kRefused,
                 Error{ErrorCode::kInvalid,
                       fmt::format("{} {} the workflow {}, but does not hand it {}, which it needs",
                                   giver.name,
                                   giver.leads,
                                   giver.workflow,
                                   join(names, ", ")),
                       giver.where,
                       {"give it in `parameters:`, or give the input a default"}});
}

bool declares(const Workflow& workflow, const std::string& name) {
    return std::any_of(workflow.inputs.begin(), workflow.inputs.end(), [&](const Input& input) {
        return input.name == name;
    });
}

/// What is not declared is not looked at: most likely a name is misspelt.
void note_undeclared(const Giver& giver, const Workflow& other, Problems& problems) {
    if (other.open_inputs) return;
    std::vector<std::string> known;
    known.reserve(other.inputs.size());
    for (const Input& input : other.inputs) known.push_back(input.name);
    for (const ParameterValue& given : giver.parameters) {
        if (given.handed_down || declares(other, given.name)) continue;
        problems.add(Severity::kWarning,
                     Error{ErrorCode::kNotFound,
                           fmt::format("{} hands over {}, but workflow {} declares no such input",
                                       giver.name,
                                       given.name,
                                       giver.workflow),
                           given.where,
                           {suggestion(given.name, known)}});
    }
}

/// Returns what is handed over as it is written and declared there. Null is left to the run: an
/// expression that cannot be read is null too, and told already.
Json literals_of(const Giver& giver, const Workflow& other) {
    Json literals = Json::object();
    for (const ParameterValue& given : giver.parameters) {
        const Json* value = given.value.literal();
        if (value && !value->is_null() && declares(other, given.name))
            literals[given.name] = *value;
    }
    return literals;
}

/// Says whether a violation of the inputs' schema is about this one. Those about all of them, as
/// one that is required, are not: which others there will be is known when the workflow is played.
bool is_about(const Violation& violation, const std::string& input) {
    const auto pointer = JsonPointer::parse(violation.instance_pointer);
    return pointer && !pointer->empty() && pointer->tokens().front() == input;
}

/// What is written down can be judged before anything is played. Where the schema lets one input
/// depend on another (`if`, `anyOf`), it takes all of them, so that is left to the run.
void note_unfit(const Giver& giver, const Workflow& other, Problems& problems) {
    if (!other.inputs_schema || other.open_inputs) return;
    const auto violations = other.inputs_schema->judge(literals_of(giver, other));
    for (const ParameterValue& given : giver.parameters) {
        const auto found =
            std::find_if(violations.begin(), violations.end(), [&](const Violation& violation) {
                return is_about(violation, given.name);
            });
        if (found == violations.end()) continue;
        problems.add(Severity::kRefused,
                     Error{ErrorCode::kInvalid,
                           fmt::format("{} hands {} to workflow {}, which does not take it: {}",
                                       giver.name,
                                       given.name,
                                       giver.workflow,
                                       found->message),
                           given.where,
                           {"give a value as the workflow's `inputs` declare it"}});
    }
}

}  // namespace

void check_handed_inputs(const Suite& suite, Problems& problems) {
    for (const Workflow& workflow : suite.workflows) {
        for (const Giver& giver : givers_of(workflow)) {
            const Workflow* other = suite.find_workflow(giver.workflow);
            if (!other) continue;
            note_lacking(giver, *other, problems);
            note_undeclared(giver, *other, problems);
            note_unfit(giver, *other, problems);
        }
    }
}

}  // namespace plumbline::workflow

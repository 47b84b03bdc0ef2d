#include "conformance/workflow/references.hpp"
#include "conformance/workflow/standard_inputs.hpp"
#include "spec/base/text.hpp"

#include <fmt/core.h>

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

/// What is not declared is not looked at: most likely a name is misspelt.
void note_undeclared(const Giver& giver, const Workflow& other, Problems& problems) {
    if (other.open_inputs) return;
    std::vector<std::string> known;
    known.reserve(other.inputs.size());
    for (const Input& input : other.inputs) known.push_back(input.name);
    for (const ParameterValue& given : giver.parameters) {
        const bool is_known = std::find(known.begin(), known.end(), given.name) != known.end();
        if (is_known || given.handed_down) continue;
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

}  // namespace

void check_handed_inputs(const Suite& suite, Problems& problems) {
    for (const Workflow& workflow : suite.workflows) {
        for (const Giver& giver : givers_of(workflow)) {
            const Workflow* other = suite.find_workflow(giver.workflow);
            if (!other) continue;
            note_lacking(giver, *other, problems);
            note_undeclared(giver, *other, problems);
        }
    }
}

}  // namespace plumbline::workflow

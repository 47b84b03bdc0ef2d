#include "conformance/workflow/step_uses.hpp"

#include <algorithm>

namespace plumbline::workflow {
namespace {

void add_actions(std::vector<Use>& found, const std::vector<Action>& actions) {
    for (const Action& action : actions) {
        for (const auto& criterion : action.criteria) {
            found.push_back({criterion.uses(), criterion.text().where, true});
        }
        for (const auto& parameter : action.parameters)
            found.push_back({parameter.value.uses(), parameter.where, true});
    }
}

void add_events(std::vector<Use>& found, const std::vector<expressions::Criterion>& criteria) {
    for (const auto& criterion : criteria)
        found.push_back({criterion.uses(), criterion.text().where, false, true});
}

void add_stream(std::vector<Use>& found, const StreamRules& rules) {
    add_events(found, rules.disconnect_when);
    for (const EventRule& rule : rules.events) {
        add_events(found, rule.filter);
        add_events(found, rule.criteria);
    }
}

}  // namespace

std::vector<Use> uses_of(const Step& step) {
    std::vector<Use> found;
    for (const auto& parameter : step.parameters) {
        found.push_back({parameter.value.uses(), parameter.where});
    }
    for (const auto& credential : step.credentials) {
        found.push_back({credential.secret.uses(), credential.where});
        found.push_back({credential.user.uses(), credential.where});
    }
    if (step.body) {
        found.push_back({step.body->payload.uses(), step.body->where});
        for (const auto& change : step.body->replacements) {
            found.push_back({change.value.uses(), change.where});
            if (change.query) found.push_back({change.query->uses(), change.where});
            if (change.xpath) found.push_back({change.xpath->uses(), change.where});
        }
    }
    for (const auto& check : step.success_criteria) {
        found.push_back({check.criterion.uses(), check.criterion.text().where});
    }
    for (const auto& observation : step.observations) {
        found.push_back(
            {observation.criterion ? observation.criterion->uses() : observation.value->uses(),
             observation.where,
             false,
             step.sse.has_value()});
    }
    for (const auto& output : step.outputs)
        found.push_back({output.value.uses(), output.where, false, step.sse.has_value()});
    if (step.sse) add_stream(found, *step.sse);
    add_actions(found, step.on_success);
    add_actions(found, step.on_failure);
    // A step that neither calls an operation nor a workflow is about messages.
    if (!step.operation && step.workflow.empty()) {
        for (Use& use : found) use.sees_events = true;
    }
    return found;
}

std::vector<Error> unsupported_among(const std::vector<Use>& uses) {
    std::vector<Error> found;
    for (const Use& use : uses) {
        for (const std::string& what : use.uses.unsupported) {
            Error error{ErrorCode::kUnsupported,
                        what,
                        use.where,
                        {"use jsonpath or jsonpointer for JSON, a regex for the text of XML"}};
            if (std::find(found.begin(), found.end(), error) == found.end())
                found.push_back(std::move(error));
        }
    }
    return found;
}

}  // namespace plumbline::workflow

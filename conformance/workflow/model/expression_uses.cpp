#include "conformance/workflow/model/expression_uses.hpp"

#include <algorithm>

namespace plumbline::workflow {
namespace {

void add_action_uses(std::vector<ExpressionUse>& found, const std::vector<Action>& actions) {
    for (const Action& action : actions) {
        for (const auto& criterion : action.criteria) {
            found.push_back({criterion.uses(), criterion.text().where, true});
        }
        for (const auto& parameter : action.parameters)
            found.push_back({parameter.value.uses(), parameter.where, true});
    }
}

void add_event_uses(std::vector<ExpressionUse>& found,
                    const std::vector<expressions::Criterion>& criteria) {
    for (const auto& criterion : criteria)
        found.push_back({criterion.uses(), criterion.text().where, false, true});
}

void add_need_uses(std::vector<ExpressionUse>& found, const std::vector<Precondition>& needs) {
    for (const Precondition& need : needs) {
        if (need.criterion) found.push_back({need.criterion->uses(), need.criterion->text().where});
        add_event_uses(found, need.filter);
    }
}

void add_stream_uses(std::vector<ExpressionUse>& found, const StreamRules& rules) {
    add_event_uses(found, rules.disconnect_when);
    for (const EventRule& rule : rules.events) {
        add_event_uses(found, rule.filter);
        add_event_uses(found, rule.criteria);
        add_need_uses(found, rule.needs);
    }
}

}  // namespace

std::vector<ExpressionUse> expression_uses(const Step& step) {
    std::vector<ExpressionUse> found;
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
        add_need_uses(found, check.needs);
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
    add_need_uses(found, step.needs);
    if (step.sse) add_stream_uses(found, *step.sse);
    add_action_uses(found, step.on_success);
    add_action_uses(found, step.on_failure);
    // A step that calls neither an operation nor a workflow is about messages.
    if (!step.operation && step.workflow.empty()) {
        for (ExpressionUse& use : found) use.sees_events = true;
    }
    return found;
}

std::vector<Error> unsupported_uses(const std::vector<ExpressionUse>& uses) {
    std::vector<Error> found;
    for (const ExpressionUse& use : uses) {
        for (const std::string& what : use.uses.unsupported) {
            Error error{ErrorCode::kUnsupported,
                        what,
                        use.where,
                        {"use jsonpath or jsonpointer for JSON, or a regex for the text of XML"}};
            if (std::find(found.begin(), found.end(), error) == found.end())
                found.push_back(std::move(error));
        }
    }
    return found;
}

}  // namespace plumbline::workflow

#include "conformance/workflow/plan.hpp"

#include <set>

namespace plumbline::workflow {

std::vector<std::string> Workflow::named_requirements() const {
    std::set<std::string> ids;
    for (const Step& step : steps) {
        ids.insert(step.verifies.begin(), step.verifies.end());
        for (const Check& check : step.success_criteria)
            ids.insert(check.verifies.begin(), check.verifies.end());
        if (step.sse) {
            for (const EventRule& rule : step.sse->events)
                ids.insert(rule.verifies.begin(), rule.verifies.end());
        }
        for (const Observation& one : step.observations) ids.insert(one.question);
    }
    return {ids.begin(), ids.end()};
}

std::optional<std::size_t> Workflow::find_step(std::string_view step_id) const {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].id == step_id) return i;
    }
    return {};
}

const Workflow* Suite::find_workflow(std::string_view wanted) const {
    for (const Workflow& workflow : workflows) {
        if (workflow.id == wanted) return &workflow;
    }
    return nullptr;
}

}  // namespace plumbline::workflow

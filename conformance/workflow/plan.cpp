#include "conformance/workflow/plan.hpp"

namespace plumbline::workflow {

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

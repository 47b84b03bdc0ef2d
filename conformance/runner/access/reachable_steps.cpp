#include "conformance/runner/access/reachable_steps.hpp"

namespace plumbline::runner {

std::vector<const workflow::Step*> reachable_steps(const workflow::Workflow& workflow) {
    std::vector<const workflow::Step*> steps;
    for (const workflow::Workflow* one : workflow.with_called()) {
        for (const workflow::Step& step : one->steps) steps.push_back(&step);
    }
    return steps;
}

}  // namespace plumbline::runner

#include "conformance/workflow/plan.hpp"

#include <algorithm>
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

const Workflow* Workflow::other(std::string_view named) const {
    return suite && !named.empty() ? suite->find_workflow(named) : nullptr;
}

std::optional<ForeignWorkflow> foreign_workflow(std::string_view named) {
    constexpr std::string_view kForeign = "$sourceDescriptions.";
    if (!named.starts_with(kForeign)) return {};
    named.remove_prefix(kForeign.size());
    const std::size_t dot = std::min(named.find('.'), named.size());
    const std::size_t behind = std::min(dot + 1, named.size());
    return ForeignWorkflow{std::string(named.substr(0, dot)), std::string(named.substr(behind))};
}

const Workflow* Suite::find_workflow(std::string_view wanted) const {
    const Suite* home = this;
    const auto foreign = foreign_workflow(wanted);
    if (foreign) {
        const Source* source = find_source(foreign->source);
        home = source ? source->suite : nullptr;
        wanted = foreign->id;
    }
    if (!home) return nullptr;
    const auto found = std::find_if(home->workflows.begin(),
                                    home->workflows.end(),
                                    [&](const Workflow& one) { return one.id == wanted; });
    return found == home->workflows.end() ? nullptr : &*found;
}

const Source* Suite::find_source(std::string_view wanted) const {
    const auto found = std::find_if(
        sources.begin(), sources.end(), [&](const Source& one) { return one.name == wanted; });
    return found == sources.end() ? nullptr : &*found;
}

std::vector<const Suite*> Suite::with_sources() const {
    std::vector<const Suite*> found{this};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::vector<Source>& more = found[i]->sources;
        for (const Source& source : more) {
            const bool known = std::find(found.begin(), found.end(), source.suite) != found.end();
            if (source.suite && !known) found.push_back(source.suite);
        }
    }
    return found;
}

}  // namespace plumbline::workflow

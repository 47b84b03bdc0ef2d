#include "conformance/workflow/suite.hpp"

#include <algorithm>
#include <set>

namespace plumbline::workflow {

std::vector<std::string> Step::named_requirements() const {
    std::set<std::string> ids(verifies.begin(), verifies.end());
    const auto add = [&](const std::vector<std::string>& more) {
        ids.insert(more.begin(), more.end());
    };
    for (const SuccessCriterion& check : success_criteria) add(check.verifies);
    if (sse) {
        const StreamRuleRequirements& own = sse->verifies;
        for (const auto* more : {&own.first_event_within,
                                 &own.idle_within,
                                 &own.min_events,
                                 &own.max_events,
                                 &own.end})
            add(*more);
        for (const EventRule& rule : sse->events) add(rule.verifies);
    }
    return {ids.begin(), ids.end()};
}

std::vector<std::string> Workflow::named_requirements() const {
    std::set<std::string> ids;
    for (const Step& step : steps) {
        for (const std::string& one : step.named_requirements()) ids.insert(one);
        for (const StepObservation& one : step.observations) ids.insert(one.question);
    }
    return {ids.begin(), ids.end()};
}

void Workflow::add_step(Step step) {
    step_index.emplace(step.id, steps.size());
    steps.push_back(std::move(step));
}

std::optional<std::size_t> Workflow::find_step(std::string_view step_id) const {
    const auto found = step_index.find(step_id);
    return found == step_index.end() ? std::nullopt : std::optional(found->second);
}

const Workflow* Workflow::find_workflow(std::string_view workflow_name) const {
    return suite && !workflow_name.empty() ? suite->find_workflow(workflow_name) : nullptr;
}

std::vector<std::string> Workflow::next_workflows() const {
    std::vector<std::string> names;
    const auto add = [&](const std::string& workflow_name) {
        if (!workflow_name.empty()) names.push_back(workflow_name);
    };
    for (const Step& step : steps) {
        add(step.workflow);
        for (const Action& action : step.on_success) add(action.workflow);
        for (const Action& action : step.on_failure) add(action.workflow);
    }
    return names;
}

std::vector<const Workflow*> Workflow::with_called() const {
    std::vector<const Workflow*> found{this};
    std::set<const Workflow*> known{this};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Workflow& caller = *found[i];
        for (const std::string& next : caller.next_workflows()) {
            const Workflow* called = caller.find_workflow(next);
            if (called && known.insert(called).second) found.push_back(called);
        }
    }
    return found;
}

std::optional<ForeignWorkflow> parse_foreign_workflow(std::string_view workflow_name) {
    constexpr std::string_view kForeign = "$sourceDescriptions.";
    if (!workflow_name.starts_with(kForeign)) return {};
    workflow_name.remove_prefix(kForeign.size());
    const std::size_t dot = std::min(workflow_name.find('.'), workflow_name.size());
    const std::size_t id_start = std::min(dot + 1, workflow_name.size());
    return ForeignWorkflow{std::string(workflow_name.substr(0, dot)),
                           std::string(workflow_name.substr(id_start))};
}

void Suite::add_workflow(Workflow workflow) {
    workflow_index.emplace(workflow.id, workflows.size());
    workflows.push_back(std::move(workflow));
}

const Workflow* Suite::find_workflow(std::string_view workflow_name) const {
    const Suite* suite = this;
    const auto foreign = parse_foreign_workflow(workflow_name);
    if (foreign) {
        const Source* source = find_source(foreign->source);
        suite = source ? source->suite : nullptr;
        workflow_name = foreign->id;
    }
    if (!suite) return nullptr;
    const auto found = suite->workflow_index.find(workflow_name);
    return found == suite->workflow_index.end() ? nullptr : &suite->workflows[found->second];
}

const Source* Suite::find_source(std::string_view source_name) const {
    const auto found = std::find_if(
        sources.begin(), sources.end(), [&](const Source& one) { return one.name == source_name; });
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

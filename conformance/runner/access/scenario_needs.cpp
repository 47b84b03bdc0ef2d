#include "conformance/runner/access/scenario_needs.hpp"

#include "conformance/runner/access/permission.hpp"
#include "conformance/runner/group_player.hpp"
#include "conformance/runner/scenario_groups.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace plumbline::runner {
namespace {

using workflow::Workflow;
using workflow::WorkflowInput;

void add_input_name(const std::string& name, std::vector<std::string>& names) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// Computes the needs of workflows at one target.
class NeedCollector {
  public:
    NeedCollector(const RunOptions& options, const Target& target)
        : options_(options), target_(target) {
        // Without a control interface nothing is sent.
        const auto environment = open_environment(target, Send());
        if (environment) environment_ = *environment;
    }

    ScenarioNeeds needs_of(const Workflow& workflow) const {
        ScenarioNeeds needs;
        needs.name = workflow.name;
        needs.area = workflow.area;
        add(workflow, needs);
        return needs;
    }

  private:
    void add(const Workflow& workflow, ScenarioNeeds& needs) const {
        add_permissions(workflow, needs);
        add_inputs(workflow, needs);
        for (const workflow::WorkflowDependency& dependency : workflow.depends_on) {
            if (const Workflow* other = workflow.find_workflow(dependency.workflow))
                add(*other, needs);
        }
    }

    void add_permissions(const Workflow& workflow, ScenarioNeeds& needs) const {
        if (const auto url = missing_base_url(workflow, target_)) needs.base_url = *url;
        if (needs_control(workflow)) {
            needs.control = true;
            return;
        }
        if (!target_.allows_writes() && may_write(workflow)) needs.writes = true;
        if (needs.base_url.empty() && needs_export_to_cancel(workflow, target_))
            add_input_name("cancel_export_id", needs.inputs);
        if (const auto reason = reason_never_playable(workflow)) needs.other = *reason;
    }

    void add_inputs(const Workflow& workflow, ScenarioNeeds& needs) const {
        const Json given = given_inputs(options_, workflow);
        const std::size_t before = needs.inputs.size();
        for (const WorkflowInput& input : workflow.inputs) {
            const bool has_value = find_input(input.name, environment_, given) ||
                                   input.default_value || !input.required;
            if (!has_value) add_input_name(input.name, needs.inputs);
        }
        if (needs.inputs.size() > before || !needs.other.empty()) return;
        if (const auto inputs = inputs_for(workflow, environment_, given); !inputs)
            needs.other = inputs.error().message;
    }

    const RunOptions& options_;
    const Target& target_;
    Environment environment_;
};

}  // namespace

std::vector<ScenarioNeeds> scenario_needs(const Suites& suites,
                                          const RunOptions& options,
                                          const Target& target) {
    const NeedCollector collector(options, target);
    std::map<std::size_t, ScenarioNeeds> by_index;
    for (const ScenarioGroup& group : scenario_groups(suites, options)) {
        for (const ScheduledScenario& item : group)
            by_index[item.index] = collector.needs_of(*item.workflow);
    }
    std::vector<ScenarioNeeds> all;
    all.reserve(by_index.size());
    for (auto& [index, needs] : by_index) all.push_back(std::move(needs));
    return all;
}

}  // namespace plumbline::runner

#include "conformance/app/requirement_checks.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace plumbline::app {
namespace {

constexpr std::size_t kMaxPointers =
    4;  ///< of one operation; a list member may occur at many pointers

void add_check(const std::vector<std::string>& requirements,
               const std::string& check,
               RequirementChecks& checks) {
    for (const std::string& id : requirements) checks[id].insert(check);
}

/// Adds the checks of every response to the operation.
void add_response_checks(const Operation& operation, RequirementChecks& checks) {
    const std::string every = "every " + operation.id;
    add_check(operation.requirements, every, checks);
    add_check(operation.path_requirements, every, checks);
    add_check(operation.message_requirements, "every response", checks);
    for (const HistoryRule& rule : operation.history)
        add_check(rule.requirements, "responses over time, " + operation.id, checks);
    if (operation.body) add_check(operation.body->requirements, every, checks);
    for (const DeclaredResponse& response : operation.responses) {
        const std::string response_check = every + ' ' + response.status;
        add_check(response.requirements, response_check, checks);
        add_check(response.content_requirements, response_check, checks);
        add_check(response.schema_requirements, response_check, checks);
    }
}

void add_step(const workflow::Step& step, const std::string& scenario, RequirementChecks& checks) {
    add_check(step.named_requirements(), scenario, checks);
    for (const workflow::StepObservation& one : step.observations)
        checks[one.question].insert(scenario + " (observes)");
    if (step.operation) add_response_checks(*step.operation, checks);
}

/// Adds the contract's declarations about requests: parameters, fields and rules.
void add_request_checks(const Operation& operation, RequirementChecks& checks) {
    std::map<std::string, std::vector<std::string>> locations;
    for (const Parameter& parameter : operation.parameters) {
        for (const std::string& id : parameter.requirements)
            locations[id].push_back('{' + parameter.name + '}');
    }
    for (const FieldRequirement& field : operation.request_requirements)
        locations[field.id].push_back(field.pointer.empty() ? "the body" : field.pointer);
    for (auto& [id, names] : locations) {
        const std::size_t left = names.size() > kMaxPointers ? names.size() - kMaxPointers : 0;
        names.resize(names.size() - left);
        checks[id].insert(fmt::format("contract: {} {}{}",
                                      operation.id,
                                      join(names, ", "),
                                      left == 0 ? "" : fmt::format(" and {} more", left)));
    }
    for (const Rule& rule : operation.rules)
        add_check(rule.requirements, fmt::format("rule: {} ({})", rule.id, operation.id), checks);
}

using NeedMap = std::map<std::string, RequirementNeed>;

RequirementNeed need_of(const workflow::Workflow& scenario) {
    RequirementNeed need = RequirementNeed::kNothing;
    if (runner::may_write(scenario)) need = RequirementNeed::kWrites;
    const bool names_graph =
        std::ranges::any_of(scenario.inputs, [](const workflow::WorkflowInput& input) {
            return input.name.ends_with("assistant_id") ||
                   (input.name.starts_with("graph_") && input.name != "graph_config_path");
        });
    if (names_graph) need = RequirementNeed::kGraph;
    if (runner::needs_control(scenario)) need = RequirementNeed::kControl;
    for (const workflow::WorkflowDependency& dependency : scenario.depends_on) {
        if (const workflow::Workflow* other = scenario.find_workflow(dependency.workflow))
            need = std::max(need, need_of(*other));
    }
    return need;
}

void add_need(const std::vector<std::string>& requirements, RequirementNeed need, NeedMap& needs) {
    for (const std::string& id : requirements) {
        const auto known = needs.try_emplace(id, need).first;
        known->second = std::min(known->second, need);
    }
}

/// Returns whether only responses after a write show that the rule holds.
bool compares_writes(const HistoryRule& rule) {
    return rule.kind == HistoryRuleKind::kMatchesRequest ||
           rule.kind == HistoryRuleKind::kMatchesWrite || rule.kind == HistoryRuleKind::kKeeps ||
           rule.kind == HistoryRuleKind::kDeleted;
}

void add_step_needs(const workflow::Step& step, RequirementNeed need, NeedMap& needs) {
    add_need(step.named_requirements(), need, needs);
    for (const workflow::StepObservation& one : step.observations)
        add_need({one.question}, need, needs);
    if (!step.operation) return;
    const Operation& operation = *step.operation;
    add_need(operation.requirements, need, needs);
    add_need(operation.path_requirements, need, needs);
    add_need(operation.message_requirements, need, needs);
    if (operation.body) add_need(operation.body->requirements, need, needs);
    for (const HistoryRule& rule : operation.history) {
        const RequirementNeed least =
            compares_writes(rule) ? RequirementNeed::kWrites : RequirementNeed::kNothing;
        add_need(rule.requirements, std::max(need, least), needs);
    }
    for (const DeclaredResponse& response : operation.responses) {
        add_need(response.requirements, need, needs);
        add_need(response.content_requirements, need, needs);
        add_need(response.schema_requirements, need, needs);
    }
}

}  // namespace

std::string_view to_text(RequirementNeed need) {
    switch (need) {
        case RequirementNeed::kNothing:
            return "nothing";
        case RequirementNeed::kWrites:
            return "writes";
        case RequirementNeed::kGraph:
            return "graph";
        case RequirementNeed::kControl:
            return "control";
    }
    return "";
}

std::map<std::string, RequirementNeed> requirement_needs(const runner::Suites& suites) {
    NeedMap needs;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& one : suite->workflows) {
            if (one.callable_only) continue;
            const RequirementNeed need = need_of(one);
            for (const workflow::Step* step : runner::reachable_steps(one))
                add_step_needs(*step, need, needs);
        }
    }
    return needs;
}

RequirementChecks requirement_checks(const runner::Suites& suites, const Contract& contract) {
    RequirementChecks checks;
    for (const auto& suite : suites) {
        for (const workflow::Suite* used : suite->with_sources()) {
            for (const workflow::Workflow& one : used->workflows) {
                for (const workflow::Step& step : one.steps) add_step(step, one.name, checks);
            }
        }
    }
    for (const auto& document : contract.documents) {
        for (const Operation& operation : document->operations())
            add_request_checks(operation, checks);
    }
    return checks;
}

}  // namespace plumbline::app

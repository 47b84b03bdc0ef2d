#include "conformance/app/requirement_checks.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

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

}  // namespace

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

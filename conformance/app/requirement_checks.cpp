#include "conformance/app/requirement_checks.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace plumbline::app {
namespace {

constexpr std::size_t kMaxPointers =
    4;  ///< of one operation; a list member may occur at many pointers

/// Adds the checks of every response to the operation.
void add_response_checks(const Operation& operation, RequirementChecks& checks) {
    const std::string every = "every " + operation.id;
    for (const std::string& id : operation.requirements) checks[id].insert(every);
    for (const std::string& id : operation.path_requirements) checks[id].insert(every);
    for (const HistoryRule& rule : operation.history) {
        for (const std::string& id : rule.requirements)
            checks[id].insert("responses over time, " + operation.id);
    }
    if (operation.body) {
        for (const std::string& id : operation.body->requirements) checks[id].insert(every);
    }
    for (const DeclaredResponse& response : operation.responses) {
        const std::string response_check = every + ' ' + response.status;
        for (const std::string& id : response.requirements) checks[id].insert(response_check);
        for (const std::string& id : response.content_requirements)
            checks[id].insert(response_check);
        for (const std::string& id : response.schema_requirements)
            checks[id].insert(response_check);
    }
}

void add_step(const workflow::Step& step, const std::string& scenario, RequirementChecks& checks) {
    for (const std::string& id : step.named_requirements()) checks[id].insert(scenario);
    for (const workflow::StepObservation& one : step.observations) {
        checks[one.question].insert(scenario + " (observes)");
    }
    if (step.operation) add_response_checks(*step.operation, checks);
}

void add_suite(const workflow::Suite& suite, RequirementChecks& checks) {
    for (const workflow::Workflow& one : suite.workflows) {
        for (const workflow::Step& step : one.steps) add_step(step, one.name, checks);
    }
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
    for (const Rule& rule : operation.rules) {
        for (const std::string& id : rule.requirements)
            checks[id].insert(fmt::format("rule: {} ({})", rule.id, operation.id));
    }
}

}  // namespace

RequirementChecks requirement_checks(const runner::Suites& suites, const Contract& contract) {
    RequirementChecks checks;
    for (const auto& suite : suites) {
        for (const workflow::Suite* used : suite->with_sources()) add_suite(*used, checks);
    }
    for (const auto& document : contract.documents) {
        for (const Operation& operation : document->operations())
            add_request_checks(operation, checks);
    }
    return checks;
}

}  // namespace plumbline::app

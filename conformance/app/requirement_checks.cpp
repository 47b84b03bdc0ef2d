#include "conformance/app/requirement_checks.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace plumbline::app {
namespace {

constexpr std::size_t kShownPlaces = 4;  ///< of one operation; a member of a list stands in many

/// Adds what every answer to the step's operation is judged by.
void add_answers(const Operation& operation, RequirementChecks& checks) {
    const std::string every = "every " + operation.id;
    for (const std::string& id : operation.requirements) checks[id].insert(every);
    for (const HistoryRule& rule : operation.history) {
        for (const std::string& id : rule.requirements)
            checks[id].insert("answers over time, " + operation.id);
    }
    if (operation.body) {
        for (const std::string& id : operation.body->requirements) checks[id].insert(every);
    }
    for (const DeclaredResponse& response : operation.responses) {
        const std::string answer = every + ' ' + response.status;
        for (const std::string& id : response.requirements) checks[id].insert(answer);
        for (const std::string& id : response.schema_requirements) checks[id].insert(answer);
    }
}

void add_step(const workflow::Step& step, const std::string& scenario, RequirementChecks& checks) {
    for (const std::string& id : step.verifies) checks[id].insert(scenario);
    for (const workflow::Observation& one : step.observations) {
        checks[one.question].insert(scenario + " (observes)");
    }
    for (const workflow::Check& check : step.success_criteria) {
        for (const std::string& id : check.verifies) checks[id].insert(scenario);
    }
    if (step.sse) {
        for (const workflow::EventRule& rule : step.sse->events) {
            for (const std::string& id : rule.verifies) checks[id].insert(scenario);
        }
    }
    if (step.operation) add_answers(*step.operation, checks);
}

void add_suite(const workflow::Suite& suite, RequirementChecks& checks) {
    for (const workflow::Workflow& one : suite.workflows) {
        for (const workflow::Step& step : one.steps) add_step(step, one.name, checks);
    }
}

/// Adds what a contract says of requests: parameters, fields and rules.
void add_requests(const Operation& operation, RequirementChecks& checks) {
    std::map<std::string, std::vector<std::string>> places;
    for (const Parameter& parameter : operation.parameters) {
        for (const std::string& id : parameter.requirements)
            places[id].push_back('{' + parameter.name + '}');
    }
    for (const FieldRequirement& field : operation.request_requirements)
        places[field.id].push_back(field.pointer.empty() ? "the body" : field.pointer);
    for (auto& [id, names] : places) {
        const std::size_t left = names.size() > kShownPlaces ? names.size() - kShownPlaces : 0;
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
        for (const Operation& operation : document->operations()) add_requests(operation, checks);
    }
    return checks;
}

}  // namespace plumbline::app

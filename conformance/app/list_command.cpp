// plumbline list.

#include "conformance/app/commands.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/selection.hpp"
#include "spec/base/text.hpp"
#include "spec/contract/ledger.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace plumbline::app {
namespace {

using Checks = std::map<std::string, std::set<std::string>>;  ///< requirement → names of its checks

/// Adds what every answer to the step's operation is judged by.
void add_checks_of(const Operation& operation, Checks& checks) {
    const std::string every = "every " + operation.id;
    for (const std::string& id : operation.requirements) checks[id].insert(every);
    for (const DeclaredResponse& response : operation.responses) {
        const std::string answer = every + ' ' + response.status;
        for (const std::string& id : response.requirements) checks[id].insert(answer);
        for (const std::string& id : response.schema_requirements) checks[id].insert(answer);
    }
}

void add_checks_of(const workflow::Step& step, const std::string& scenario, Checks& checks) {
    for (const std::string& id : step.verifies) checks[id].insert(scenario);
    for (const workflow::Observation& one : step.observations) {
        checks[one.question].insert(scenario + " (observes)");
    }
    for (const workflow::Check& check : step.success_criteria) {
        for (const std::string& id : check.verifies) checks[id].insert(scenario);
    }
    if (step.operation) add_checks_of(*step.operation, checks);
}

/// What verifies a requirement: scenarios that name it, operations whose answers are judged by it.
Checks checks_of(const runner::Suites& suites) {
    Checks checks;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& one : suite->workflows) {
            for (const workflow::Step& step : one.steps) add_checks_of(step, one.name, checks);
        }
    }
    return checks;
}

void list_requirements(const Ledger& ledger,
                       const Checks& checks,
                       const ListCommand& command,
                       std::ostream& out) {
    for (const Requirement& row : ledger.requirements) {
        if (!command.areas.empty() &&
            std::find(command.areas.begin(), command.areas.end(), row.area) ==
                command.areas.end()) {
            continue;
        }
        out << row.id << "  " << to_text(row.basis) << ", " << to_text(row.checkable) << "  "
            << row.statement << '\n';
        if (row.checkable == Checkable::kNo) out << "    not checkable: " << row.reason << '\n';
        const auto found = checks.find(row.id);
        if (found == checks.end()) continue;
        for (const std::string& check : found->second) out << "    " << check << '\n';
    }
}

}  // namespace

int list_command(const ListCommand& command, std::ostream& out, std::ostream& err) {
    auto contract = load_contract(command.documents);
    auto ledger = load_ledger(command.documents);
    if (!contract || !ledger) {
        err << to_text(contract ? ledger.error() : contract.error()) << '\n';
        return kBroken;
    }
    const LoadedSuites loaded = load_suites(command.files, *contract);
    for (const Error& error : loaded.diagnosis.errors) err << to_text(error) << '\n';
    if (!loaded.diagnosis.errors.empty()) return kBroken;
    if (auto known = check_areas(command.areas, loaded.suites, *ledger); !known) {
        err << "plumbline: " << to_text(known.error()) << '\n';
        return kBroken;
    }
    if (command.requirements) {
        list_requirements(*ledger, checks_of(loaded.suites), command, out);
        return kConforms;
    }
    runner::RunOptions options;
    options.areas = command.areas;
    for (const std::string& name : runner::selected_scenarios(loaded.suites, options))
        out << name << '\n';
    return kConforms;
}

}  // namespace plumbline::app

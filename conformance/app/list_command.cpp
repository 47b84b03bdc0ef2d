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

/// What verifies a requirement: scenarios that name it, operations whose answers are judged by it.
Checks checks_of(const runner::Suites& suites) {
    Checks checks;
    for (const auto& suite : suites) {
        for (const workflow::Workflow& one : suite->workflows) {
            for (const workflow::Step& step : one.steps) {
                for (const std::string& id : step.verifies) checks[id].insert(one.name);
                for (const workflow::Check& check : step.success_criteria) {
                    for (const std::string& id : check.verifies) checks[id].insert(one.name);
                }
                if (!step.operation) continue;
                for (const std::string& id : step.operation->requirements) {
                    checks[id].insert("every " + step.operation->id);
                }
                for (const DeclaredResponse& response : step.operation->responses) {
                    for (const auto* ids :
                         {&response.requirements, &response.schema_requirements}) {
                        for (const std::string& id : *ids) {
                            checks[id].insert("every " + step.operation->id + ' ' +
                                              response.status);
                        }
                    }
                }
            }
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
    auto contract = load_contract();
    auto ledger = load_ledger();
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

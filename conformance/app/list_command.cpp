// Implements `plumbline list`.

#include "conformance/app/commands.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/requirement_checks.hpp"
#include "conformance/app/selection.hpp"
#include "spec/contract/contract.hpp"

#include <algorithm>

namespace plumbline::app {
namespace {

void list_requirements(const Ledger& ledger,
                       const RequirementChecks& checks,
                       const ListCommand& command,
                       std::ostream& out) {
    for (const Requirement& row : ledger.requirements) {
        if (!command.areas.empty() &&
            std::ranges::find(command.areas, row.area) == command.areas.end()) {
            continue;
        }
        out << row.id << "  " << to_text(row.basis) << ", " << to_text(row.checkable) << "  "
            << row.statement << '\n';
        if (row.checkable == Checkability::kNo) out << "    not checkable: " << row.reason << '\n';
        const auto found = checks.find(row.id);
        if (found != checks.end()) {
            for (const std::string& check : found->second) out << "    " << check << '\n';
        } else if (row.checkable != Checkability::kNo) {
            out << "    no check\n";
        }
    }
}

}  // namespace

int list_command(const ListCommand& command, std::ostream& out, std::ostream& err) {
    auto contract = load_contract(command.documents);
    auto ledger = load_ledger(command.documents);
    if (!contract || !ledger) {
        err << to_text(contract ? ledger.error() : contract.error()) << '\n';
        return kInvalidSetup;
    }
    LoadedSuites loaded = load_suites(command.files, *contract);
    if (command.files.empty()) {
        const OmissionLevel meaning =
            command.documents.empty() ? OmissionLevel::kError : OmissionLevel::kWarning;
        if (auto added = add_generated({}, *contract, meaning, loaded); !added)
            loaded.diagnosis.errors.push_back(added.error());
    }
    print_diagnosis(loaded.diagnosis, err);
    if (!loaded.diagnosis.errors.empty()) return kInvalidSetup;
    if (auto known = check_areas(command.areas, loaded.suites, *ledger); !known)
        return report_setup_error(known.error(), err);
    if (command.requirements) {
        list_requirements(*ledger, requirement_checks(loaded.suites, **contract), command, out);
        return kConforms;
    }
    runner::RunOptions options;
    options.areas = command.areas;
    for (const std::string& name : runner::selected_scenarios(loaded.suites, options))
        out << name << '\n';
    return kConforms;
}

}  // namespace plumbline::app

// Implements `plumbline list`.

#include "conformance/app/check_list.hpp"
#include "conformance/app/commands.hpp"
#include "conformance/app/contract_files.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/print_error.hpp"
#include "conformance/app/requirement_checks.hpp"
#include "conformance/app/requirement_faults.hpp"
#include "conformance/app/requirement_page.hpp"
#include "conformance/app/selection.hpp"
#include "spec/base/wrapped_text.hpp"
#include "spec/contract/contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace plumbline::app {
namespace {

using AreaNeeds = std::map<std::string, std::map<RequirementNeed, int>>;

/// Prints how many requirements of each area can be verified with what.
void list_needs(const AreaNeeds& areas, std::ostream& out) {
    out << fmt::format("\n{:<16}", "needs");
    for (const RequirementNeed need : kAllNeeds) out << fmt::format("  {:>7}", to_text(need));
    for (const auto& [area, counts] : areas) {
        out << fmt::format("\n{:<16}", area);
        for (const RequirementNeed need : kAllNeeds) {
            const auto count = counts.find(need);
            out << fmt::format("  {:>7}", count == counts.end() ? 0 : count->second);
        }
    }
    out << '\n';
}

/// Returns a line of a requirement, wrapped: the next ones are more indented than any first line.
std::string lines_of_row(const std::string& first, const std::string& text) {
    constexpr std::size_t kIndent = 8;
    return wrapped(first, printable(text), kIndent);
}

void list_requirements(const RequirementSources& sources,
                       const ListCommand& command,
                       std::ostream& out) {
    const auto& [ledger, checks, needs, faults] = sources;
    AreaNeeds areas;
    for (const Requirement& row : ledger.requirements) {
        if (!command.areas.empty() &&
            std::ranges::find(command.areas, row.area) == command.areas.end()) {
            continue;
        }
        const auto need = needs.find(row.id);
        const bool is_known = need != needs.end() && row.checkable != Checkability::kNo;
        if (is_known) ++areas[row.area][need->second];
        const std::string need_text =
            is_known ? fmt::format(", needs {}", to_text(need->second)) : "";
        out << lines_of_row(row.id,
                            fmt::format("  {}, {}{}  {}",
                                        to_text(row.basis),
                                        to_text(row.checkable),
                                        need_text,
                                        row.statement));
        if (row.checkable == Checkability::kNo)
            out << lines_of_row("    not checkable: ", row.reason);
        const auto found = checks.find(row.id);
        if (found != checks.end()) {
            for (const std::string& check : found->second) out << lines_of_row("    ", check);
        } else if (row.checkable != Checkability::kNo) {
            out << "    no check\n";
        }
        if (row.checkable == Checkability::kNo) continue;
        const std::string breaking = broken_by(sources, row.id);
        out << lines_of_row("    broken by", breaking.empty() ? " nothing" : ": " + breaking);
    }
    list_needs(areas, out);
}

/// Prints what the command asks for. Returns the exit code.
int print_list(const ListCommand& command,
               const Contract& contract,
               const Ledger& ledger,
               const LoadedSuites& loaded,
               std::ostream& out,
               std::ostream& err) {
    if (command.requirements) {
        const auto faults = requirement_faults();
        if (!faults) return report_setup_error(faults.error(), err);
        const RequirementChecks checks = requirement_checks(loaded.suites, contract);
        const auto needs = requirement_needs(loaded.suites);
        const RequirementSources sources{ledger, checks, needs, *faults};
        if (command.format == "markdown")
            write_requirement_page(sources, command.areas, out);
        else
            list_requirements(sources, command, out);
        return kConforms;
    }
    if (command.checks) {
        for (const std::string& line : check_lines(loaded.suites)) out << line << '\n';
        return kConforms;
    }
    runner::RunOptions options;
    options.areas = command.areas;
    for (const std::string& name : runner::selected_scenarios(loaded.suites, options))
        out << printable(name) << '\n';
    return kConforms;
}

}  // namespace

int list_command(const ListCommand& command, std::ostream& out, std::ostream& err) {
    if (const auto known = check_has_suites(command.contract, command.files); !known)
        return report_setup_error(known.error(), err);
    auto contract = load_named_contract(command.contract);
    auto ledger = load_named_ledger(command.contract);
    if (!contract || !ledger) {
        return report_setup_error(contract ? ledger.error() : contract.error(), err);
    }
    LoadedSuites loaded = load_suites(command.files, *contract, {}, command.sources);
    if (command.files.empty()) {
        const OmissionLevel meaning =
            command.contract.documents.empty() ? OmissionLevel::kError : OmissionLevel::kWarning;
        if (auto added = add_generated({}, *contract, meaning, loaded); !added)
            loaded.diagnosis.errors.push_back(added.error());
    }
    print_diagnosis(loaded.diagnosis, err);
    if (!loaded.diagnosis.errors.empty()) return kInvalidSetup;
    if (auto known = check_areas(command.areas, loaded.suites, *ledger); !known)
        return report_setup_error(known.error(), err);
    return print_list(command, **contract, *ledger, loaded, out, err);
}

}  // namespace plumbline::app

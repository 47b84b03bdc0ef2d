#include "conformance/app/load_deviations.hpp"

#include "conformance/app/load_suites.hpp"
#include "conformance/app/profile.hpp"
#include "conformance/app/selection.hpp"
#include "conformance/deviations/deviations.hpp"

namespace plumbline::app {
namespace {

/// Returns the names of the built-in and of all generated scenarios. With a user's contract, some
/// may be missing.
Result<std::vector<std::string>> all_known_scenarios(
    const std::shared_ptr<const Contract>& contract) {
    LoadedSuites all = load_suites({}, contract);
    auto added = add_generated({}, contract, OmissionLevel::kWarning, all);
    if (!added) return fail(added.error());
    return scenario_names(all.suites);
}

}  // namespace

Result<std::vector<reports::DeviationEntry>> load_deviations(
    const RunCommand& command,
    const runner::Suites& suites,
    const std::shared_ptr<const Contract>& contract,
    const Ledger& ledger) {
    deviations::WrittenEntries written;
    for (const std::string& file : command.deviations) {
        auto more = deviations::load_entries(file);
        if (!more) return fail(more.error());
        written.insert(written.end(), more->begin(), more->end());
    }
    if (!command.target.empty()) {
        auto more = load_profile_deviations(command.target);
        if (!more) return fail(more.error());
        written.insert(written.end(), more->begin(), more->end());
    }
    if (written.empty()) return std::vector<reports::DeviationEntry>{};
    auto checked = deviations::check_entries(
        written,
        ledger,
        {scenario_names(suites), [&] { return all_known_scenarios(contract); }, glob_suggestion});
    if (!checked) return fail(checked.error());
    std::vector<reports::DeviationEntry> entries;
    for (deviations::WrittenEntry& one : written) entries.push_back(std::move(one.entry));
    return entries;
}

}  // namespace plumbline::app

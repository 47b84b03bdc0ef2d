#pragma once
// Proposes entries of the known deviations for what failed in a run.

#include "reports/result.hpp"

#include <string>
#include <vector>

namespace plumbline::deviations {

/// Which failures of a run become entries, and what is known of them.
struct ProposalOptions {
    std::vector<std::string> only{};          ///< globs over names of scenarios; if empty, all
    std::vector<std::string> requirements{};  ///< ledger ids; if empty, all
    std::string reason{};
    std::string issue{};
    std::string owner{};
    std::string until{};
};

/// Returns an entry for each requirement and code of the failed findings, and of the warned ones of
/// failed requirements (a clean-up step only warns), in the order of the result. If all scenarios
/// that exercised the requirement failed, and there are several, the entry names no scenario; else
/// there is one for each folder of scenarios without a passed one, and for each other failed
/// scenario. Requirements that the description leaves open get none.
[[nodiscard]] std::vector<reports::DeviationEntry> proposed_entries(
    const reports::RunResult& result, const ProposalOptions& options);

}  // namespace plumbline::deviations

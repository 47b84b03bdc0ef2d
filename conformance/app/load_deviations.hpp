#pragma once
// The known deviations of a run: those of its files and of the target's profile.

#include "conformance/app/options.hpp"
#include "conformance/runner/runner.hpp"
#include "reports/result.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <memory>
#include <vector>

namespace plumbline::app {

/// Reads the entries of --deviations and of the profile (--target), and checks that they name
/// requirements of the ledger, codes of findings, and scenarios: of the run, built-in ones or
/// generated ones. Errors: those of deviations::load_entries, check_entries.
[[nodiscard]] Result<std::vector<reports::DeviationEntry>> load_deviations(
    const RunCommand& command,
    const runner::Suites& suites,
    const std::shared_ptr<const Contract>& contract,
    const Ledger& ledger);

}  // namespace plumbline::app

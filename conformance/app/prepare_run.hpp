#pragma once
// Reads everything that a run needs: contract, suites, target and options.

#include "conformance/api_suite/api_suite.hpp"
#include "conformance/app/given_inputs.hpp"
#include "conformance/app/load_suites.hpp"
#include "conformance/app/open_target.hpp"
#include "conformance/app/options.hpp"
#include "conformance/runner/runner.hpp"
#include "reports/reports.hpp"
#include "spec/contract/contract.hpp"

#include <future>
#include <memory>

namespace plumbline::app {

/// What several runs may share: nothing of it depends on a target.
struct RunSources {
    std::shared_ptr<const Contract> contract;
    Ledger ledger;
    LoadedSuites loaded;
};

/// The prepared inputs of a run.
struct PreparedRun {
    OpenTarget open;
    std::shared_ptr<const Contract> contract;
    Ledger ledger;
    LoadedSuites loaded;
    CommandInputs inputs;  ///< of the command line; options.inputs includes the profile's
    runner::RunOptions options;
    std::vector<reports::ReportFile> report_files;
    std::future<void> compiling;
};

/// Returns which generated bodies the command asks for.
[[nodiscard]] api_suite::ApiSuiteOptions api_suite_options(const RunCommand& command);

/// Reads contract, suites and options and opens the target. If `loaded` has errors, the rest may be
/// missing. A suite whose service has no URL is an error: no mock is started for it. Errors: kUsage
/// and those of reading. With `sources`, the files and documents that the command names are not
/// read.
[[nodiscard]] Result<PreparedRun> prepare_run(const RunCommand& command,
                                              const RunSources* sources = nullptr);

/// Checks --area, --only, --skip and --input against the suites. Errors: kUsage, with the nearest
/// known name.
[[nodiscard]] Result<void> check_selection(const PreparedRun& prepared);

}  // namespace plumbline::app

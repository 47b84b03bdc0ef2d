#pragma once
// The options that require a coverage of a run.

#include "conformance/app/options.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/verdicts/coverage.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline::app {

/// Adds --min-verified, --require and --fail-on-skipped.
void add_gate_options(CLI::App& command, RunCommand& run);

/// Returns the gates of the profile and of the options; --min-verified overrides the profile's.
/// Errors: kUsage (an amount, an unknown area or requirement).
[[nodiscard]] Result<verdicts::CoverageGateOptions> gate_options_of(const RunCommand& command,
                                                                    const runner::Target& target,
                                                                    const Ledger& ledger);

}  // namespace plumbline::app

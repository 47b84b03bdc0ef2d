#pragma once
// Checks that what the options choose exists: a misspelt name must not choose nothing in silence.

#include "conformance/runner/run.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/ledger.hpp"

#include <string>
#include <vector>

namespace plumbline::app {

/// Checks `--area`: each is the area of a scenario or of a requirement. Errors: kUsage, naming the
/// areas there are.
[[nodiscard]] Result<void> check_areas(const std::vector<std::string>& asked,
                                       const runner::Suites& suites,
                                       const Ledger& ledger);

/// Checks `--only` or `--skip` (`option`): each fits the name of a scenario. Errors: kUsage, naming
/// what is near.
[[nodiscard]] Result<void> check_globs(const std::string& option,
                                       const std::vector<std::string>& globs,
                                       const runner::Suites& suites);

/// Checks `--input`: each name is an input that a scenario of the run declares. `inputs` is an
/// object, null for none. Errors: kUsage, naming what is near.
[[nodiscard]] Result<void> check_inputs(const SharedJson& inputs,
                                        const runner::Suites& suites,
                                        const runner::RunOptions& options);

}  // namespace plumbline::app

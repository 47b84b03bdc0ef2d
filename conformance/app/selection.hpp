#pragma once
// Checks that the selected names exist, so that a misspelt name does not silently select nothing.

#include "conformance/runner/runner.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline::app {

/// Returns the names of all scenarios, in the order of the suites.
[[nodiscard]] std::vector<std::string> scenario_names(const runner::Suites& suites);

/// Suggests which of `names` the user may have meant by a glob that matches none, as the end of a
/// sentence: a similar name, names that contain the plain part, or else the suites.
[[nodiscard]] std::string glob_suggestion(const std::string& glob,
                                          const std::vector<std::string>& names);

/// Checks `--area`: each value is the area of a scenario or of a requirement. Errors: kUsage, with
/// the known areas.
[[nodiscard]] Result<void> check_areas(const std::vector<std::string>& areas,
                                       const runner::Suites& suites,
                                       const Ledger& ledger);

/// Checks `--only` or `--skip` (`option`): each glob matches one of the scenarios `names`, which
/// are those `of` something. Errors: kUsage, with similar names.
[[nodiscard]] Result<void> check_globs(const std::string& option,
                                       const std::vector<std::string>& globs,
                                       const std::vector<std::string>& names,
                                       const std::string& of = "");

/// Checks `--input` or `--inputs` (`option`): each name is an input that a scenario of the run, or
/// a workflow that it calls, declares. `inputs` is an object, null for none. Errors: kUsage, with
/// similar names.
[[nodiscard]] Result<void> check_inputs(const std::string& option,
                                        const SharedJson& inputs,
                                        const runner::Suites& suites,
                                        const runner::RunOptions& options);

}  // namespace plumbline::app

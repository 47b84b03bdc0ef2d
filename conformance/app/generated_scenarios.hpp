#pragma once
// Selects the generated scenarios of a run and checks that it may create what they need.

#include "conformance/app/load_suites.hpp"
#include "conformance/app/options.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <memory>

namespace plumbline::app {

/// Adds the generated scenarios that the command requests. Without --generated: all of them if the
/// target has a control interface and no file is named, else none. Errors: kUsage (`--generated
/// all` at a target without a control interface and without a limit, or with --read-only; the files
/// contain generated scenarios already), those of generating.
[[nodiscard]] Result<void> add_generated_for(const RunCommand& command,
                                             const runner::Target& target,
                                             const std::shared_ptr<const Contract>& contract,
                                             LoadedSuites& loaded);

/// Checks that the selected scenarios create at most `--max-creates` deployments at a target
/// without a control interface. Errors: kUsage, with the number they would create.
[[nodiscard]] Result<void> check_creates(const RunCommand& command,
                                         const runner::Target& target,
                                         const runner::Suites& suites,
                                         const runner::RunOptions& options);

}  // namespace plumbline::app

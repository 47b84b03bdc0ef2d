#pragma once
// Which generated scenarios a run plays, and whether it may.

#include "conformance/app/load_suites.hpp"
#include "conformance/app/options.hpp"
#include "conformance/runner/run.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <memory>

namespace plumbline::app {

/// Adds the generated scenarios that the command asks for; without its word all of them where a
/// mock's control interface is and no file is named, else none. Errors: kUsage (`--generated all`
/// at a target without control and no budget, or with --read-only; the files hold generated
/// scenarios already), those of generating.
[[nodiscard]] Result<void> add_generated_for(const RunCommand& command,
                                             const runner::Target& target,
                                             const std::shared_ptr<const Contract>& contract,
                                             LoadedSuites& loaded);

/// Checks that what the selected scenarios may create at a target without control stays within
/// `--max-creates`. Errors: kUsage, naming how many it would be.
[[nodiscard]] Result<void> check_creates(const RunCommand& command,
                                         const runner::Target& target,
                                         const runner::Suites& suites,
                                         const runner::RunOptions& options);

}  // namespace plumbline::app

#pragma once
// Reads the options `--shard` and `--shard-times`.

#include "conformance/app/options.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <optional>

namespace plumbline::app {

/// Returns the shard that the command plays, none for the whole run. Errors: kUsage (not I/N),
/// those of read_result.
[[nodiscard]] Result<std::optional<runner::ShardOptions>> shard_options(
    const RunCommand& command, const Contract& contract, const runner::Suites& suites);

}  // namespace plumbline::app

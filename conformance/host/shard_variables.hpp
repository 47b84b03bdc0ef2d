#pragma once
// The number of a shard in the environment that an engine for parallel jobs sets.

#include "spec/base/result.hpp"

#include <functional>
#include <optional>
#include <string>

namespace plumbline::host {

/// Returns the shard that `--shard` selects, as I/N counted from 1: `env` and `env/N` read I, and N
/// if it is not written, from the variables of a Kubernetes indexed Job (which has none for N) or
/// of a Slurm job array. Any other text is returned as it is. `variable` returns the value of a
/// variable, nothing if it is not set. Errors: kUsage (no engine or several have set variables; N
/// is unknown, or another one; ids of an array that are not evenly spaced).
[[nodiscard]] Result<std::string> resolve_shard(
    const std::string& written,
    const std::function<std::optional<std::string>(const std::string&)>& variable);

}  // namespace plumbline::host

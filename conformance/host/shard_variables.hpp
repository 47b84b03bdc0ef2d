#pragma once
// Parses the option `--shard`, also from the environment that an engine for parallel jobs sets.

#include "spec/base/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace plumbline::host {

/// One of `count` processes that share a run or a load, counted from 0.
struct Shard {
    std::uint64_t index = 0;
    std::uint64_t count = 1;
};

/// The shards that a program accepts.
struct ShardFormat {
    std::uint64_t max_count = 0;
    const char* expected = "";  ///< for the message about another text
};

/// Parses `I/N`, with I from 1 to N. `env` and `env/N` read I, and N if it is not written, from the
/// variables of a Kubernetes indexed Job (which has none for N) or of a Slurm job array. `variable`
/// returns the value of a variable, nothing if it is not set. Errors: kUsage (another text, or too
/// many shards; no engine or several have set variables; N is unknown, or another one; ids of an
/// array that are not evenly spaced).
[[nodiscard]] Result<Shard> resolve_shard(
    const std::string& written,
    const ShardFormat& format,
    const std::function<std::optional<std::string>(const std::string&)>& variable);

}  // namespace plumbline::host

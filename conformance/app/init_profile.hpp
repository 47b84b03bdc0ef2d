#pragma once
// The profile that `plumbline init` writes: what its options say, and what was found.

#include "conformance/app/options.hpp"
#include "conformance/discovery/discovery.hpp"
#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline::app {

/// Returns the name of a member for messages: `sources.git_host`.
[[nodiscard]] std::string dotted(std::string pointer);

/// Sets the members about the connection to the target.
void set_connection(const InitCommand& command,
                    const runner::Target& target,
                    discovery::Discovery& found);

/// Sets the members of --set and returns their pointers. Errors: kUsage (no MEMBER=VALUE).
[[nodiscard]] Result<std::vector<std::string>> apply_settings(
    const std::vector<std::string>& settings, discovery::Discovery& found);

/// Writes the profile; `settings` are the members of --set. Errors: kUsage (a member of --set that
/// profiles do not have), kIo, and those of reading the written profile.
[[nodiscard]] Result<void> write_profile(const InitCommand& command,
                                         const runner::Target& target,
                                         const discovery::Discovery& found,
                                         const std::vector<std::string>& settings);

}  // namespace plumbline::app

#pragma once
// Reads environment variables, also secrets in those that options and profiles name.

#include "spec/base/result.hpp"
#include "spec/base/secret.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::host {

/// Returns the value of an environment variable, nothing if it is not set.
[[nodiscard]] std::optional<std::string> find_environment_value(const std::string& variable);
/// The same, "" if it is not set.
[[nodiscard]] std::string environment_value(const std::string& variable);

/// Returns the environment variables whose names begin with `prefix`.
[[nodiscard]] std::map<std::string, std::string> environment_values(std::string_view prefix);

/// Returns the secret in an environment variable. Errors: kUsage (not set, or empty).
[[nodiscard]] Result<Secret> read_secret(const std::string& variable);

}  // namespace plumbline::host

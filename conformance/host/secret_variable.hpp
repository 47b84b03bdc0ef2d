#pragma once
// Reads environment variables, also secrets in those that options and profiles name.

#include "spec/base/result.hpp"
#include "spec/base/secret.hpp"

#include <string>

namespace plumbline::host {

/// Returns the value of an environment variable, "" if it is not set.
[[nodiscard]] std::string environment_value(const std::string& variable);

/// Returns the secret in an environment variable. Errors: kUsage (not set, or empty).
[[nodiscard]] Result<Secret> read_secret(const std::string& variable);

}  // namespace plumbline::host

#pragma once
// Secrets come from the environment, by a name that options and profiles give.

#include "spec/base/result.hpp"
#include "spec/base/secret.hpp"

#include <string>

namespace plumbline::host {

/// Returns the secret in an environment variable. Errors: kUsage (it is not set, or empty).
[[nodiscard]] Result<Secret> secret_in(const std::string& variable);

}  // namespace plumbline::host

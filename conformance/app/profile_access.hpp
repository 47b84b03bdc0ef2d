#pragma once
// The members of a profile that change how every request reaches the target.

#include "conformance/runner/target.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

namespace plumbline::app {

/// Reads `headers`, `proxy`, `proxy_credentials_env`, `resolve` and `credentials.oauth2` of a
/// profile that conforms to its schema. Errors: kInvalid, kUsage (a named variable is not set), all
/// with the position.
[[nodiscard]] Result<void> read_access(const Document& profile, runner::Target& target);

}  // namespace plumbline::app

#pragma once
// Removes the secrets of a target from texts about it, before a run has an environment.

#include "conformance/runner/target.hpp"
#include "spec/base/error.hpp"

#include <string>

namespace plumbline::runner {

/// Returns a text without the keys, tokens, secret headers and inputs of the target.
[[nodiscard]] std::string without_secrets_of(const Target& target, const std::string& text);
/// The same for message and notes of an error.
[[nodiscard]] Error without_secrets_of(const Target& target, Error error);

}  // namespace plumbline::runner

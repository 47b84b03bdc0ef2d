#pragma once
// How a secret looks in texts.

#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns the forms in which a secret appears in URLs, forms, JSON texts of several writers and
/// shell commands, each once, itself first. Empty for an empty secret.
[[nodiscard]] std::vector<std::string> secret_forms(const std::string& secret);

}  // namespace plumbline::runner

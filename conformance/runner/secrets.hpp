#pragma once
// Which texts no output may hold, and taking them out of a result.

#include "conformance/workflow/plan.hpp"
#include "reports/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Adds the secrets among a workflow's inputs: credentials by their standard names, and inputs of
/// format password; each also as it looks inside a URL, a form and JSON text.
void add_secrets(const workflow::Workflow& workflow,
                 const Json& inputs,
                 std::vector<std::string>& secrets);

/// Adds the credentials among inputs, by their standard names.
void add_credentials(const Json& inputs, std::vector<std::string>& secrets);

/// Adds one secret in all its forms; "" adds nothing.
void add_secret(const std::string& secret, std::vector<std::string>& secrets);

/// Replaces every secret in every text of the result by `***`.
void mask(reports::ScenarioResult& result, const std::vector<std::string>& secrets);

/// Returns the beginning of a body for the record: at most `max_bytes`, without secrets, cut at a
/// character.
[[nodiscard]] std::string masked_excerpt(const std::string& body,
                                         std::size_t max_bytes,
                                         const std::vector<std::string>& secrets);

}  // namespace plumbline::runner

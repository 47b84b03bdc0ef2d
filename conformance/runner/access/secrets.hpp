#pragma once
// Collects the texts that no output may contain, and removes them from results.

#include "conformance/runner/access/output_mask.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Adds the secrets among a workflow's inputs: credentials by their standard names, and inputs of
/// format password; each also in the encodings of URLs, forms and JSON text.
void add_secrets(const workflow::Workflow& workflow,
                 const Json& inputs,
                 std::vector<std::string>& secrets);

/// Adds the credentials among inputs, by their standard names: keys and the ids of tenants.
void add_credentials(const Json& inputs, std::vector<std::string>& secrets);

/// Adds the secrets of a target that are no inputs: the token of its control interface, values of
/// headers, the credentials of its proxy.
void add_target_secrets(const Target& target, std::vector<std::string>& secrets);

/// Adds all texts, numbers and booleans in one input.
void add_texts(const Json& inputs, const std::string& name, std::vector<std::string>& secrets);

/// Adds one secret in all its encodings; "" adds nothing.
void add_secret(const std::string& secret, std::vector<std::string>& secrets);

/// Masks every text of the result.
void mask(reports::ScenarioResult& result, const OutputMask& masked);

/// Returns the beginning of a body for the record: at most `max_bytes`, without secrets, cut at a
/// character boundary.
[[nodiscard]] std::string masked_excerpt(const std::string& body,
                                         std::size_t max_bytes,
                                         const OutputMask& masked);

}  // namespace plumbline::runner

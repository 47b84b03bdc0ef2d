#pragma once
// What the commands that repeat the requests of a run have in common.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the environment variables with the target's secrets and with inputs of the user, by the
/// names that the user gave.
[[nodiscard]] std::vector<client::SecretVariable> secret_variables(const Target& target);

/// Returns variables for the credentials of a workspace, from its standard inputs, and for the
/// token of the control interface. A command does not require that those of the workspace are set:
/// the workspace has been deleted.
[[nodiscard]] std::vector<client::SecretVariable> workspace_variables(const Target& target,
                                                                      const Json& inputs);

/// Returns the options by the target's connection settings and certificates.
[[nodiscard]] client::CurlCommandOptions curl_options(const Target& target);

}  // namespace plumbline::runner

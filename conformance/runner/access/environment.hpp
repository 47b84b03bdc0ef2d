#pragma once
// The environment in which a group of scenarios plays: its own workspace on a mock, or the
// target itself.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::monitors {
class HistoryMonitor;
}  // namespace plumbline::monitors

namespace plumbline::runner {

using client::Send;

class ListOrders;
class MessageSecrets;
class OutputMask;
class SharedCalls;

/// The base URLs of a target or of a workspace.
struct BaseUrls {
    const std::map<std::string, std::string>& by_area;    ///< API document name → base URL
    const std::map<std::string, std::string>& by_source;  ///< source description → base URL
};

/// The addresses, inputs and secrets with which scenarios play.
struct Environment {
    std::map<std::string, std::string>
        base_urls;  ///< API document name → base URL, workspace prefix included
    std::map<std::string, std::string>
        server_urls;          ///< source description → base URL; overrides base_urls
    SharedJson inputs;        ///< standard inputs by name (docs/writing_scenarios.md)
    SharedJson given_inputs;  ///< inputs of the current scenario that override all others
    std::vector<std::string>
        secrets;  ///< texts that no output may contain; grows while workflows play
    std::vector<client::SecretVariable>
        variables;  ///< the variables that commands name in place of its secrets
    /// Collects the secrets of messages; null if there is none.
    std::shared_ptr<MessageSecrets> message_secrets;
    std::shared_ptr<const AccessTokenSource> tokens;  ///< those of the target; null if it has none
    /// URL of the workspace in the control interface; empty if there is none.
    std::string workspace_url;
    /// Receives every exchange that may be compared with those of this environment; null if there
    /// is none.
    std::shared_ptr<monitors::HistoryMonitor> monitor;
    /// The positions of the items of lists; null if responses are read as they are.
    std::shared_ptr<ListOrders> list_orders;
    /// The calls that its scenarios share; null if each has what it needs for itself.
    std::shared_ptr<SharedCalls> shared_calls;
    std::uint64_t owner = 0;  ///< identifies the scenarios of this environment for the monitor

    [[nodiscard]] BaseUrls urls() const { return {base_urls, server_urls}; }
};

/// Returns the base URL of a source description's operations: its own URL, the URL of its
/// document's area, the URL that the suite names (`suite_url`: its x-serverUrl, empty if there is
/// none), or the server that its document names unless it is part of the contract; "" if there is
/// none. The user's settings override those of a suite.
[[nodiscard]] std::string base_url_of(const BaseUrls& urls,
                                      const std::string& source,
                                      const ApiDocument& api,
                                      const std::string& suite_url);

/// Returns the texts that no output may contain, and the variables that commands name, with the
/// access tokens so far.
[[nodiscard]] std::vector<std::string> current_secrets(const Environment& environment);
[[nodiscard]] std::vector<client::SecretVariable> current_variables(const Environment& environment);

/// Returns the mask of what no output may contain: the secrets so far, and those of messages until
/// it is used.
[[nodiscard]] OutputMask output_mask(const Environment& environment);

/// Returns the headers for calls of the target's control interface.
[[nodiscard]] http::Headers control_headers(const Target& target);

/// Opens the environment of a scenario. If the target has a control interface, creates a workspace
/// in a world with that hosting (in the mock's default world if it is empty). Errors: kUnreachable,
/// kTimeout, kLimit (all workspaces are in use), kInvalid (a response that is a refusal or not from
/// a control interface).
[[nodiscard]] Result<Environment> open_environment(const Target& target,
                                                   const Send& send,
                                                   const std::string& hosting = "");

/// Deletes the workspace; a failure is not the target's fault and is ignored.
void close_environment(const Environment& environment, const Target& target, const Send& send);

/// Returns the value of an input, null without one: of `overrides`, else of the environment.
/// Without an own assistant for slow runs, they use that of all other runs: whether it is slow
/// enough is a precondition of each scenario.
[[nodiscard]] const Json* find_input(std::string_view name,
                                     const Environment& environment,
                                     const Json& overrides);

/// Returns the inputs of a workflow: `overrides` first, then the environment's, then defaults.
/// Errors: kNotFound, naming a required input without a value; kUnsupported, naming an input of the
/// environment that does not conform to the workflow's schema (the workflow is for other targets);
/// kInvalid, naming an input of `overrides` that does not conform.
[[nodiscard]] Result<Json> inputs_for(const workflow::Workflow& workflow,
                                      const Environment& environment,
                                      const Json& overrides);

}  // namespace plumbline::runner

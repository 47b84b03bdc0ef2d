#pragma once
// The place in which a group of scenarios plays: a workspace of its own on a mock, or the target as
// it is.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::monitors {
class Watch;
}  // namespace plumbline::monitors

namespace plumbline::runner {

using client::Send;

/// Where and as whom scenarios play.
struct Environment {
    std::map<std::string, std::string>
        base_urls;  ///< API document name → base URL, workspace prefix included
    std::map<std::string, std::string> server_urls;  ///< source description → the same; goes first
    SharedJson inputs;  ///< standard inputs by name (docs/writing_scenarios.md)
    SharedJson given;   ///< inputs that go before all others in the scenario that plays
    std::vector<std::string> secrets;  ///< texts that no output may hold; more as workflows play
    std::string workspace_url;         ///< of the workspace in the control interface; "": none
    /// Sees every exchange that may be compared with those here; null: nobody does.
    std::shared_ptr<monitors::Watch> watch;
    std::uint64_t owner = 0;  ///< tells the watch which scenarios play here
};

/// Returns the headers of a call of the target's control interface.
[[nodiscard]] http::Headers control_headers(const Target& target);

/// Opens the place for a scenario: makes a workspace if the target has a control interface, of a
/// world of that hosting ("": of the world it prefers).
/// Errors: kUnreachable, kTimeout, kLimit (all workspaces are in use), kInvalid (an answer that is
/// not the control interface's, or refuses).
[[nodiscard]] Result<Environment> open_environment(const Target& target,
                                                   const Send& send,
                                                   const std::string& hosting = "");

/// Returns where the operations of a source description are called: at its own URL, its document's
/// area, the URL that the suite names (its x-serverUrl, "" for none), or the server that its
/// document names; "" if there is none. What the user says goes before what a suite says.
[[nodiscard]] std::string base_url_of(const Environment& environment,
                                      const std::string& source,
                                      const ApiDocument& api,
                                      const std::string& of_suite);

/// Gives the workspace back; trouble with it is not the target's fault and is ignored.
void close_environment(const Environment& environment, const Target& target, const Send& send);

/// Returns the inputs of a workflow: given ones first, then the environment's, then defaults.
/// Errors: kNotFound, naming the required input that nobody supplies; kUnsupported, naming one of
/// the environment's that does not fit the workflow (it is for other targets); kInvalid, naming a
/// given one that does not.
[[nodiscard]] Result<Json> inputs_for(const workflow::Workflow& workflow,
                                      const Environment& environment,
                                      const Json& given);

}  // namespace plumbline::runner

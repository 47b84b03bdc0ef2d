#pragma once
// Checks that a target can be tested: connection, address, credentials.

#include "conformance/preflight/preflight_check.hpp"
#include "conformance/preflight/scenario_gains.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::preflight {

/// Requests of one preflight, over all areas.
inline constexpr int kMaxRequests = 10;

/// Which checks to make.
struct PreflightOptions {
    std::vector<std::string> areas;  ///< areas that the selected scenarios use
    /// Runs a stateless agent run, if the target names an assistant, to find out whether streams
    /// arrive while they are sent.
    bool checks_streams = false;
    bool needs_key = true;  ///< a selected scenario needs an API key
};

struct PreflightResult {
    std::vector<PreflightCheck> checks;
    int requests = 0;
    SharedJson found_inputs;  ///< see runner::add_found_inputs; null if nothing was read

    /// Returns the failed check that prevents a run: that of an area without which nothing is left
    /// to test, or whose own URL is wrong. Null if a run is possible.
    [[nodiscard]] const PreflightCheck* blocking_check() const;
    /// Returns the areas whose API is not at the URL that they share with an area that works, with
    /// the reason.
    [[nodiscard]] std::map<std::string, std::string> unserved_areas() const;
};

/// Sends at most kMaxRequests GET requests (and one stateless stream, see the options) with the
/// target's credentials. `send` records connections, see client::ClientOptions.
[[nodiscard]] PreflightResult run_preflight(const runner::Target& target,
                                            const Contract& contract,
                                            const client::Send& send,
                                            const Clock& clock,
                                            const PreflightOptions& options);

/// Renders the checks.
[[nodiscard]] std::string render_checks(const runner::Target& target,
                                        const PreflightResult& result);
/// Renders which scenarios can be played and what would add most.
[[nodiscard]] std::string render_gains(const ScenarioGains& gains);
/// Renders the checks, then which scenarios can be played and what would add most.
[[nodiscard]] std::string render_text(const runner::Target& target,
                                      const PreflightResult& result,
                                      const ScenarioGains& gains);
/// As render_text, as a JSON value. Schema: docs/targets.md.
[[nodiscard]] Json render_json(const runner::Target& target,
                               const PreflightResult& result,
                               const ScenarioGains& gains);

}  // namespace plumbline::preflight

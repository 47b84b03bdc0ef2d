#pragma once
// Finds out before a run whether the target can be tested.

#include "conformance/app/prepare_run.hpp"
#include "conformance/preflight/preflight.hpp"
#include "spec/base/clock.hpp"

#include <ostream>

namespace plumbline::app {

/// Returns what the selected scenarios need of a target without control interface.
[[nodiscard]] std::vector<runner::ScenarioNeeds> needs_of(const PreparedRun& prepared);

/// Makes the preflight of the areas that the selected scenarios test; `needs` are theirs. `send`
/// records connections.
[[nodiscard]] preflight::PreflightResult preflight_of(
    const PreparedRun& prepared,
    const std::vector<runner::ScenarioNeeds>& needs,
    const client::Send& send,
    const Clock& clock,
    bool checks_streams);

/// Returns the error of a failed check.
[[nodiscard]] Error error_of(const preflight::PreflightCheck& check);

/// Returns a function that sends requests and records their connections.
[[nodiscard]] client::Send recording_send(const runner::Target& target, const Clock& clock);
/// Returns the function that sends the requests of a preflight: as recording_send, and repeats
/// those that the target or a gateway refuses for the moment. `clock` is borrowed.
[[nodiscard]] client::Send preflight_send(const runner::Target& target, Clock& clock);

/// Makes the preflight of a target without control interface; else checks the control interface and
/// asks which worlds it has. Areas that the target does not serve are recorded in the target, and
/// warnings are printed. Errors: kUnreachable, kTimeout, kUsage (a wrong URL, key or tenant; a
/// needed API key is missing; a source without URL).
[[nodiscard]] Result<void> reach_target(const RunCommand& command,
                                        PreparedRun& prepared,
                                        Clock& clock,
                                        std::ostream& err);

}  // namespace plumbline::app

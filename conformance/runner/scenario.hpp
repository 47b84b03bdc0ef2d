#pragma once
// Plays one scenario: its workflow, with the outcomes of its dependencies, and determines its
// verdict.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/verdicts/severity.hpp"
#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::deviations {
class KnownDeviations;
}  // namespace plumbline::deviations

namespace plumbline::runner {

/// The data that all scenarios of a run share. Borrowed; outlives the scenarios.
struct RunContext {
    const Target& target;
    const Ledger& ledger;
    Clock& clock;
    Instant run_started{};
    verdicts::SeverityOptions severity;
    int max_steps = 2000;  ///< maximum number of steps of one scenario, called workflows included
    std::chrono::seconds max_retry_after{60};
    const std::atomic<bool>* stop =
        nullptr;  ///< set from outside: then only clean-up steps are started; null if never

    /// Creates another client for the target, for background exchanges; if empty, they share the
    /// scenario's client.
    std::function<Send()> make_send{};

    const deviations::KnownDeviations* deviations = nullptr;  ///< null if there are none

    client::CurlCommandOptions curl{};  ///< for the commands that repeat requests

    [[nodiscard]] bool is_stopped() const { return stop && *stop; }
};

/// A workflow that has been played, as expressions read it.
struct WorkflowOutcome {
    bool passed = false;  ///< every step succeeded, whatever contract findings there are
    SharedJson inputs;
    SharedJson outputs;
    /// When the last call that may have written ended, in its scenario or in a dependency.
    std::optional<Instant> last_write{};
    /// It ended at a step that is not supported, whose preconditions the target does not meet, or
    /// that lacks a value because an earlier step was excused: whether it would have passed is
    /// unknown.
    bool is_aborted = false;
    /// A failed step of it was excused (see ExcuseLevel): outputs may be missing.
    bool may_lack_outputs = false;
};

/// Workflows that have been played, of all documents.
using WorkflowOutcomes = std::map<const workflow::Workflow*, WorkflowOutcome>;

/// Plays `workflow` in `environment` and returns its result. `outcomes` are the outcomes of its
/// dependencies; its own is added. Adds the secrets of called workflows to the environment. Never
/// throws, never waits longer than the deadlines of its steps.
[[nodiscard]] reports::ScenarioResult play_scenario(const RunContext& run,
                                                    const workflow::Workflow& workflow,
                                                    Environment& environment,
                                                    const SharedJson& inputs,
                                                    const Send& send,
                                                    WorkflowOutcomes& outcomes);

}  // namespace plumbline::runner

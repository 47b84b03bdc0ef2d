#pragma once
// Plays one scenario: its workflow, with what others of the run left it, and the verdict on it.

#include "conformance/runner/environment.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/verdicts/weigh.hpp"
#include "conformance/workflow/plan.hpp"
#include "reports/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/ledger.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// What every scenario of a run shares. Borrowed; outlives the scenarios.
struct Stage {
    const Target& target;
    const Ledger& ledger;
    Clock& clock;
    Instant run_started{};
    verdicts::Severity severity;
    int max_steps = 2000;  ///< of one scenario, called workflows included
    std::chrono::seconds max_retry_after{60};
    const std::atomic<bool>* stop =
        nullptr;  ///< set from outside: no new step but clean-up; null: never

    /// Opens a way to the target beside the scenario's own, for what is played in the background;
    /// empty: there is none, and it shares the scenario's.
    std::function<Send()> open_send{};

    /// Names, as the API documents give them, of headers whose values no report shows.
    std::vector<std::string> secret_headers{};

    [[nodiscard]] bool is_stopped() const { return stop && *stop; }
};

/// A workflow that has been played, as expressions see it.
struct Played {
    bool passed = false;  ///< every step succeeded, whatever else the answers broke
    SharedJson inputs;
    SharedJson outputs;
    /// When the last call that may have written ended: its own or one before, of its scenario or of
    /// those it depends on.
    std::optional<Instant> last_write{};
    /// It ended with a step that is not supported: whether it would have passed is not known.
    bool is_cut_short = false;
};

/// Workflows that have been played, of whatever document.
using PlayedWorkflows = std::map<const workflow::Workflow*, Played>;

/// Plays `workflow` in `environment` and returns what came of it. `others` are the workflows it
/// depends on, already played; this one is added. The environment learns the secrets of workflows
/// that are called. Never throws, never waits longer than its steps'
/// deadlines.
[[nodiscard]] reports::ScenarioResult play_scenario(const Stage& stage,
                                                    const workflow::Workflow& workflow,
                                                    Environment& environment,
                                                    const SharedJson& inputs,
                                                    const Send& send,
                                                    PlayedWorkflows& others);

}  // namespace plumbline::runner

#pragma once
// Plays all scenarios of a run, several at a time, and gathers the result in the suites' order.

#include "conformance/cleanup/journal.hpp"
#include "conformance/runner/environment.hpp"
#include "conformance/runner/pulse.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/verdicts/weigh.hpp"
#include "conformance/workflow/plan.hpp"
#include "reports/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/ledger.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::runner {

using Suites = std::vector<std::shared_ptr<const workflow::Suite>>;

/// What to play and how.
struct RunOptions {
    int jobs = 2;  ///< scenarios at a time
    verdicts::Severity severity;
    std::uint64_t seed = 1;                   ///< of the names of what scenarios create
    std::vector<std::string> areas;           ///< empty: all
    std::vector<std::string> only;            ///< globs over scenario names; empty: all
    std::vector<std::string> skip;            ///< globs over scenario names
    const std::atomic<bool>* stop = nullptr;  ///< set: end in good order; null: never
    SharedJson inputs;                        ///< inputs given by the user; null: none
    cleanup::Journal* journal = nullptr;      ///< of what is created; null: none is kept
    bool asks_transitions = false;            ///< the control interface tells them
    std::string cleanup_line;                 ///< the command that works the journal off
    const Pulse* pulse = nullptr;             ///< of the runner itself; null: nobody feels it
};

/// Makes a Send for one worker; called once per worker, from its thread.
using SendFactory = std::function<Send()>;

/// Told of the scenarios as they begin and end; one call at a time. What is not played only ends.
struct Progress {
    std::function<void(const std::string& name)> began;
    std::function<void(const reports::ScenarioResult&)> ended;
};

/// Returns the names of the scenarios that `options` select, in the suites' order.
[[nodiscard]] std::vector<std::string> selected_scenarios(const Suites& suites,
                                                          const RunOptions& options);

/// Plays the selected scenarios. Scenarios that depend on one another share an environment and a
/// worker. If one of them fails or warns while the runner itself stood still, they are all played
/// once more: then deadlines have passed that the target had no part in. The second playing counts.
[[nodiscard]] reports::RunResult run_suites(const Target& target,
                                            const Suites& suites,
                                            const Ledger& ledger,
                                            const RunOptions& options,
                                            const SendFactory& make_send,
                                            Clock& clock,
                                            const Progress& progress);

/// Returns the result of a run that could not begin, because nothing answers at the target: every
/// selected scenario is not_run.
[[nodiscard]] reports::RunResult unanswered_run(const Target& target,
                                                const Suites& suites,
                                                const Ledger& ledger,
                                                const RunOptions& options,
                                                const Error& why,
                                                const Clock& clock);

}  // namespace plumbline::runner

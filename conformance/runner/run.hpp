#pragma once
// Plays all scenarios of a run, several at a time, and returns the result in the order of the
// suites.

#include "conformance/cleanup/cleanup.hpp"
#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/stall_history.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/verdicts/coverage.hpp"
#include "conformance/verdicts/severity.hpp"
#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::runner {

using Suites = std::vector<std::shared_ptr<const workflow::Suite>>;

/// Which part of the selected scenarios to play.
struct ShardOptions {
    int number = 1;  ///< from 1
    int count = 1;
    /// Name of a scenario → milliseconds that it took in a former run. If there are none, shards
    /// have similar numbers of steps.
    std::map<std::string, double> times_ms{};
    std::string suites{};  ///< digest of the suites and API documents
};

/// Which scenarios to play, and how.
struct RunOptions {
    int jobs = 2;  ///< scenarios at a time
    verdicts::SeverityOptions severity;
    std::uint64_t seed = 1;          ///< seed of the names of created resources
    std::vector<std::string> areas;  ///< if empty, all areas
    /// The coverage is of the whole ledger, not only of what the suites are about: the ledger is
    /// for this target.
    bool covers_whole_ledger = false;
    std::vector<std::string> only;  ///< globs over scenario names; if empty, all
    std::vector<std::string> skip;  ///< globs over scenario names
    const std::atomic<bool>* stop =
        nullptr;  ///< set from outside to interrupt the run; null if it cannot be interrupted
    /// `{assistant_id, input}` each: scenarios of any assistant are played once for each. Fewer
    /// than two change nothing.
    std::vector<SharedJson> assistants{};
    SharedJson inputs;                      ///< inputs given by the user; null if there are none
    std::set<std::string> secret_inputs{};  ///< those whose values no output may contain
    cleanup::Journal* journal = nullptr;    ///< journal of created resources; null if there is none
    bool collect_transitions = false;       ///< the result has those of the mock's machines
    /// The suites are published, so that reports may show credentials that are written in them.
    bool shows_literal_credentials = false;
    std::string cleanup_command;           ///< shell command that processes the journal
    const StallHistory* stalls = nullptr;  ///< stalls of the runner itself; null if not recorded
    /// Entries of the known deviations, of all targets; which apply is decided at the start of the
    /// run, by the target's title and URLs and by the clock.
    std::vector<reports::DeviationEntry> deviations{};
    verdicts::CoverageGateOptions gates{};
    std::optional<ShardOptions> shard{};  ///< none: all selected scenarios
};

/// Creates a Send for one worker; called once per worker, on its thread.
using SendFactory = std::function<Send()>;

/// Callbacks for each scenario; one call at a time. `on_end` is called once for each scenario,
/// `on_begin` before each time it is played. A scenario that is not played may have no `on_begin`.
struct RunProgress {
    std::function<void(const std::string& name)> on_begin;
    std::function<void(const reports::ScenarioResult&)> on_end;
};

/// Returns the names of the scenarios that `options` select, in the order of the suites.
[[nodiscard]] std::vector<std::string> selected_scenarios(const Suites& suites,
                                                          const RunOptions& options);

/// Plays the selected scenarios. Those of a group (that depend on one another or, at a target
/// without a control interface, share a call) play on one worker, one after another, in one
/// environment. If one of them fails, warns or could not run, and the runner itself stalled
/// meanwhile or limits of the request rate delayed requests, the group is played once more, because
/// deadlines may have passed for reasons other than the target. That happens at the end of the run,
/// one group at a time; the second result counts.
[[nodiscard]] reports::RunResult run_suites(const Target& target,
                                            const Suites& suites,
                                            const Ledger& ledger,
                                            const RunOptions& options,
                                            const SendFactory& make_send,
                                            Clock& clock,
                                            const RunProgress& progress);

/// Returns the result of a run that could not start because the target is unreachable: every
/// selected scenario is not_run.
[[nodiscard]] reports::RunResult unreachable_result(const Target& target,
                                                    const Suites& suites,
                                                    const Ledger& ledger,
                                                    const RunOptions& options,
                                                    const Error& reason,
                                                    const Clock& clock);

}  // namespace plumbline::runner

#pragma once
// Records each resource in a journal before it is created, then deletes the resources that the
// scenarios did not delete, and reports them in the results.

#include "conformance/cleanup/cleanup.hpp"
#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/run.hpp"
#include "conformance/runner/scenario.hpp"
#include "reports/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns whether runs at this target must write a journal. At a mock none is needed: everything
/// is deleted with the workspace.
[[nodiscard]] bool needs_journal(const Target& target);

/// Returns the base URLs of the target, without duplicates.
[[nodiscard]] std::vector<std::string> base_urls_of(const Target& target);

/// Returns the prefix of the names of the run's resources: it identifies Plumbline and the run.
[[nodiscard]] std::string name_prefix(const RunOptions& options);

/// Returns the name for the resources that a scenario creates. All names of a run have the same
/// length, at most 32 characters, and consist of lowercase letters, digits and hyphens. So a target
/// that refuses long names treats all scenarios the same way, and a request that is meant to be
/// refused is not refused for its name.
[[nodiscard]] std::string record_name(const RunOptions& options, const std::string& scenario);

/// Returns the credentials of a run at this target, by the names of the standard workflow inputs;
/// the inputs in `overrides` (null if there are none) override them.
[[nodiscard]] cleanup::NamedCredentials cleanup_credentials(const Target& target,
                                                            const SharedJson& overrides);

/// Returns the names of the headers with credentials, according to the security schemes of the
/// suites' API documents, except the tenant's: its id is replaced where it is known, and suites
/// send others.
[[nodiscard]] std::vector<std::string> secret_headers_of(const Suites& suites);

/// Returns the header of the run's journal.
[[nodiscard]] cleanup::JournalHeader journal_header(const Target& target,
                                                    const Suites& suites,
                                                    const RunOptions& options,
                                                    std::string run_id,
                                                    Instant started);

/// Tracks the resources that one group of scenarios creates; without a journal it does nothing. Not
/// thread-safe: scenarios of a group run one after the other.
class CleanupTracker {
  public:
    /// Borrows all arguments.
    CleanupTracker(const RunContext& run, const RunOptions& options, const Send& send);

    CleanupTracker(const CleanupTracker&) = delete;
    CleanupTracker& operator=(const CleanupTracker&) = delete;

    /// Assigns all further resources to this scenario; `environment` (borrowed until clean_up, read
    /// at each call) has its credentials.
    void begin_scenario(const workflow::Workflow& workflow, const Environment& environment);
    /// Returns the send function for the scenarios. Valid as long as this object.
    [[nodiscard]] const Send& send() const { return send_; }
    /// Deletes the resources that the scenarios did not delete and adds a step `clean-up` for each
    /// to the result of its scenario, with a warning (with --strict-cleanup a failure) if the
    /// resource could not be deleted.
    void clean_up(std::vector<reports::ScenarioResult>& scenarios);

  private:
    [[nodiscard]] reports::StepResult cleanup_step(const cleanup::Removal& removal,
                                                   const SourceRef& scenario) const;

    const RunContext& run_;
    const RunOptions& options_;
    std::optional<cleanup::JournalingClient> client_;
    bool is_cleaning_up_ = false;
    std::string scenario_;
    const Environment* environment_ = nullptr;  ///< null if no scenario has begun
    Send send_;
};

}  // namespace plumbline::runner

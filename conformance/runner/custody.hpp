#pragma once
// Where a journal is kept: what a group of scenarios creates is written there first, and what they
// leave is deleted behind them and told in their results.

#include "conformance/cleanup/keeper.hpp"
#include "conformance/runner/environment.hpp"
#include "conformance/runner/run.hpp"
#include "conformance/runner/scenario.hpp"
#include "reports/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Says whether runs at this target must keep a journal: what is created on a mock goes with its
/// workspace.
[[nodiscard]] bool needs_journal(const Target& target);

/// Returns the base URLs of the target, each once.
[[nodiscard]] std::vector<std::string> base_urls_of(const Target& target);

/// Returns what the run's names begin with: whose they are, and from which run.
[[nodiscard]] std::string name_prefix(const RunOptions& options);

/// Returns the name for what the scenario of that name creates. All of a run are of one length, at
/// most 32 characters: small letters, digits and hyphens. A target that refuses long names treats
/// all scenarios alike, and one whose body is to be refused is not refused for its name.
[[nodiscard]] std::string record_name(const RunOptions& options, const std::string& scenario);

/// Returns the credentials of a run at this target, by the names of the standard inputs; `given`
/// inputs (null: none) go first.
[[nodiscard]] cleanup::Credentials credentials_of(const Target& target, const SharedJson& given);

/// Returns the names of the headers that open the APIs of the suites, as their documents' security
/// schemes say. A tenant's id is none of them: it tells who somebody is, and reports show it.
[[nodiscard]] std::vector<std::string> secret_headers_of(const Suites& suites);

/// Returns what the run's journal begins with.
[[nodiscard]] cleanup::Header journal_header(const Target& target,
                                             const Suites& suites,
                                             const RunOptions& options,
                                             std::string run_id,
                                             Instant started);

/// The journal as one group of scenarios sees it; without a journal it does nothing. Thread: one
/// thread at a time.
class Custody {
  public:
    /// All are borrowed.
    Custody(const Stage& stage, const RunOptions& options, const Send& send);

    Custody(const Custody&) = delete;
    Custody& operator=(const Custody&) = delete;

    /// From now on, what is created belongs to this scenario, and `secrets` (borrowed, as they are
    /// by then) are credentials.
    void begin(const workflow::Workflow& workflow, const std::vector<std::string>& secrets);
    /// Returns what the scenarios send with. Valid as long as this lives.
    [[nodiscard]] const Send& send() const { return send_; }
    /// Deletes what the scenarios left and adds to each result what became of its part: a step
    /// `clean-up` for each resource, a warning (--strict-cleanup: a failure) where it is left.
    void sweep(std::vector<reports::ScenarioResult>& scenarios);

  private:
    [[nodiscard]] reports::StepResult step_of(const cleanup::Removal& removal,
                                              const SourceRef& scenario) const;

    const Stage& stage_;
    const RunOptions& options_;
    std::optional<cleanup::Keeper> keeper_;
    bool is_sweeping_ = false;
    std::string scenario_;
    const std::vector<std::string>* secrets_ = nullptr;  ///< null: nothing has begun
    Send send_;
};

}  // namespace plumbline::runner

#pragma once
// The result of a run: the value from which all reports are rendered. Schema: reports/schema/.

#include "reports/deviation.hpp"
#include "reports/shard.hpp"
#include "spec/base/error.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

enum class Verdict {
    kPassed,    ///< every check holds
    kFailed,    ///< a stated or implied requirement, or a criterion without one, is violated
    kWarned,    ///< an assumed requirement is violated; with --strict, it fails
    kDeviated,  ///< it fails only as listed in the known deviations of the target
    kFixed,     ///< a known deviation is listed, but its check was made and holds
    kObserved,  ///< what the target does where the requirement is open; its scenario passes
    kSkipped,   ///< not played: the target, the profile or an option lacks what it needs
    kNotRun,    ///< a set-up failed, the target did not answer, or the run was interrupted
};
inline constexpr std::size_t kVerdictCount = 8;

[[nodiscard]] std::string_view to_text(Verdict verdict);
[[nodiscard]] std::optional<Verdict> parse_verdict(std::string_view text);
/// Returns whether a scenario with this verdict makes the run fail, unless it is known from the
/// baseline.
[[nodiscard]] bool fails_run(Verdict verdict);

/// The code of findings, and the id of a step, about the clean-up of created resources.
inline constexpr const char* kCleanupCode = "clean-up";

/// The reason of scenarios that an interruption (SIGINT, SIGTERM, SIGHUP) prevented or ended.
inline constexpr const char* kInterruptedReason = "interrupted";
/// The exit code of an interrupted run.
inline constexpr int kInterruptedExit = 130;

/// The report of a check about the target.
struct Finding {
    std::string code;  ///< e.g. `criterion`, `status`, `content-type`, `schema`, `transport`
    Verdict verdict = Verdict::kFailed;
    std::vector<std::string> requirements;  ///< ledger ids
    SourceRef where;                        ///< position in the suite
    std::string expected;
    std::string got;
    std::string note;  ///< how to fix it, "" if unknown
    /// The entries that cover a deviated finding, or the entry that is fixed; else none.
    std::vector<DeviationEntry> deviations{};
    bool known = false;  ///< known from the baseline: it does not fail the run
    /// Pointer of the value in the response body that does not match its schema, while the run
    /// lasts; results do not contain it.
    std::optional<std::string> body_position{};
    bool ignored = false;  ///< its check is ignored; only while a scenario is played
};

/// Adds a sentence to the note of a finding, up to a size limit.
void add_note(Finding& finding, std::string_view note);

/// The arrival of one event of a stream.
struct StreamArrival {
    double at_ms = 0;         ///< after the request
    std::string type;         ///< masked and shortened
    std::string mode;         ///< stream mode, "" if unknown
    std::uint64_t bytes = 0;  ///< without the transfer coding

    bool operator==(const StreamArrival&) const = default;
};

/// The bytes of a body around the position of a finding.
struct StreamExcerpt {
    std::string code;          ///< of the finding
    double at_ms = 0;          ///< when the byte at the offset arrived, after the request
    std::uint64_t event = 0;   ///< number of the event, from 1; 0 if there is none
    std::uint64_t offset = 0;  ///< position of the finding in the body as transferred
    std::uint64_t begin = 0;   ///< offset of the first byte of `hex`
    std::string hex;           ///< two digits per byte; "" if a secret is among the bytes

    bool operator==(const StreamExcerpt&) const = default;
};

/// The outcome of a response that was a stream of events.
struct StreamRecord {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;  ///< bytes of the body as transferred
    double first_event_ms =
        -1;           ///< time from the request to the first event; -1 if there is no event
    std::string end;  ///< complete, closed, reset, deadline, stopped or malformed
    /// The first and last events, at most kMaxArrivals. Empty for most streams without findings:
    /// see limit_arrivals.
    std::vector<StreamArrival> arrivals{};
    std::vector<StreamExcerpt> excerpts{};  ///< one for each finding with a position

    bool operator==(const StreamRecord&) const = default;
};

/// One HTTP exchange with masked secrets.
struct ExchangeRecord {
    std::string method;
    std::string url;
    int status = 0;         ///< 0 if there is no response
    double started_ms = 0;  ///< start time since the start of the run
    double took_ms = 0;
    std::string curl;  ///< a command that repeats the request
    std::string response_excerpt;
    /// The run has deleted the record of its URL: the command gets another response, 404.
    bool record_deleted = false;
    std::vector<StreamRecord> streams{};  ///< one item if the response was a stream, else empty
};

/// One attempt of a step; a retry is another attempt.
struct StepResult {
    std::string id;
    int attempt = 1;
    int omitted_attempts =
        0;  ///< earlier attempts that are not recorded, as they were alike and too many
    Verdict verdict = Verdict::kPassed;
    bool cleanup = false;  ///< an x-ct-finally step
    SourceRef where;
    std::vector<ExchangeRecord> exchanges;
    std::vector<Finding> findings;      ///< except passed ones
    std::vector<std::string> verified;  ///< ids of requirements that this attempt verified
    std::string action;  ///< the following action, e.g. `retry notYet`, "" for the next step
};

struct ScenarioResult {
    std::string name;
    std::string summary;
    std::string area;
    Verdict verdict = Verdict::kPassed;
    std::string reason;  ///< for skipped and not_run; for deviated and warned, why it ended early
    SourceRef where;
    double took_ms = 0;
    std::vector<StepResult> steps;
    std::string replayed;  ///< why the scenario was played a second time, "" if it was not
    bool known = false;    ///< known from the baseline: it does not fail the run
};

/// Returns whether the scenario makes the run fail.
[[nodiscard]] bool fails_run(const ScenarioResult& scenario);

/// Returns the name of a scenario without the assistant: `suite/workflow` of
/// `suite/workflow@ASSISTANT`.
[[nodiscard]] std::string_view base_name(std::string_view scenario);

/// The outcome of one requirement in the whole run.
struct RequirementResult {
    std::string id;
    std::string area;
    std::string section;
    std::string statement;
    std::string basis;
    std::string checkable;
    std::string outcome;  ///< a name of requirement_outcomes()
    std::string reason;
    std::string missing;  ///< why the scenario that checks it was skipped, "" if it was not
    /// Not exercised because an assumption broke before its check.
    bool prevented = false;
    std::vector<std::string> scenarios;  ///< scenarios that exercised it
};

/// A coverage gate: a condition on the coverage that the user requires of a run, or the one that no
/// warning prevents the check of a stated requirement.
struct CoverageGate {
    std::string gate;  ///< the option with its value: `--min-verified 40%`
    std::string got;   ///< what the run has
    bool met = true;
};

/// The requirements that a run did not exercise for one reason.
struct MissingCoverage {
    std::string reason;
    std::vector<std::string> requirements;  ///< ids, in the ledger's order
    int scenarios = 0;                      ///< scenarios that were skipped for the reason
};

/// How many requirements of a run have each outcome.
struct CoverageCounts {
    int checkable = 0;  ///< all except `not_checkable`
    int verified = 0;
    int failed = 0;
    int warned = 0;
    int deviated = 0;
    int observed = 0;
    int not_exercised = 0;

    /// Returns the verified part of the checkable requirements, rounded down. Unit: percent.
    [[nodiscard]] int verified_percent() const {
        return checkable == 0 ? 0 : verified * 100 / checkable;
    }
};

/// What one outcome of requirements means, and how it is shown and counted.
struct RequirementOutcome {
    std::string_view name;    ///< RequirementResult::outcome
    std::string_view title;   ///< in text
    std::string_view column;  ///< title of a narrow column of a table
    std::string_view meaning;
    int CoverageCounts::*count;  ///< null for what is not checkable
};
/// Returns all outcomes, in the order of tables.
[[nodiscard]] const std::vector<RequirementOutcome>& requirement_outcomes();

/// A transition of a state machine of the mock, and how often it was taken.
struct TransitionCoverage {
    std::string from;
    std::string to;
    std::string cause;
    int taken = 0;
};

/// The transitions of one state machine in all workspaces of a run.
struct MachineTransitions {
    std::string machine;
    std::vector<TransitionCoverage> transitions;
};

/// Adds how often transitions were taken to sums, which are in the order of the machines' names.
void add_transitions(std::vector<MachineTransitions>& sums,
                     const std::vector<MachineTransitions>& more);

/// How the requests reached one host of the target. Members are empty where the default applies.
struct ConnectionRecord {
    std::string origin;              ///< scheme, host and port
    std::string proxy;               ///< URL of the proxy, without its credentials
    std::string proxy_source;        ///< environment variable
    std::string authorities;         ///< file, folder or both; not the system's
    std::string authorities_source;  ///< option, profile or environment variables
    std::string note;                ///< e.g. why a proxy of the environment is not used

    bool operator==(const ConnectionRecord&) const = default;
};

/// Lines of a suite around the position of a finding.
struct SourceExcerpt {
    SourceRef where;  ///< position of the first line
    std::vector<std::string> lines;
};

struct VerdictCounts {
    std::array<int, kVerdictCount> counts{};
    std::array<int, kVerdictCount> known{};  ///< those of them that are known from the baseline
    [[nodiscard]] int of(Verdict verdict) const {
        return counts[static_cast<std::size_t>(verdict)];
    }
    void add(const ScenarioResult& scenario);
    [[nodiscard]] int total_known() const;
};

struct RunResult {
    std::string tool_version;
    std::string target;   ///< base URL(s), or `embedded mock`
    std::string started;  ///< RFC 3339
    double took_ms = 0;
    std::uint64_t seed = 0;
    std::vector<ScenarioResult> scenarios;
    std::vector<RequirementResult> requirements;
    std::vector<MachineTransitions> transitions;  ///< empty if the target does not report any
    std::vector<CoverageGate> gates;              ///< empty if the user requires none
    std::vector<ConnectionRecord> connections;
    std::vector<std::string> notes;  ///< what happened in the run as a whole
    /// Parts of API documents by which no response was judged: position and reason.
    std::vector<std::string> unjudged;
    /// The severities of checks that the user has changed: `fail`, `warn` or `ignore` by the code
    /// of their findings.
    std::map<std::string, std::string, std::less<>> severity;
    std::vector<SourceExcerpt> sources;       ///< of built-in suites
    std::vector<DeviationResult> deviations;  ///< entries of the known deviations, if given
    /// The files of positions that are in the folder of the run, the user's repository, and their
    /// paths relative to it. Built-in suites are not.
    std::map<std::string, std::string, std::less<>> files;
    bool target_unreachable = false;   ///< no response from the target, so nothing was run
    bool interrupted = false;          ///< a signal ended the run
    std::string baseline;              ///< file of the result whose failures are known, if given
    std::optional<ShardRecord> shard;  ///< none: of a whole run, or merged from all its shards

    /// Counts the verdicts of the scenarios.
    [[nodiscard]] VerdictCounts verdict_counts() const;
    /// Returns whether no step passed, except clean-up: then the run verifies nothing, even without
    /// a failure.
    [[nodiscard]] bool verified_nothing() const;
    [[nodiscard]] CoverageCounts coverage_counts() const;
    /// Returns why requirements were not exercised; the reason that concerns most of them is first.
    [[nodiscard]] std::vector<MissingCoverage> missing_coverage() const;
    /// Returns 0 (what was verified conforms), 1 (something does not conform or was not run, or a
    /// coverage gate is not met), 2 (nothing verified), 3 (no response from the target) or 130
    /// (interrupted).
    [[nodiscard]] int exit_code() const;
};

/// Removes the commands and response excerpts of passed scenarios: most of a result, needed by few.
/// Keeps them where a merge of shards may report a fixed deviation.
void drop_details_of_passed(RunResult& result);

/// Returns `N passed, N failed (N known from the baseline), N warned`, then the other verdicts that
/// scenarios have: the last line of every run.
[[nodiscard]] std::string summary_line(const VerdictCounts& tally);

/// What of a result is not written as JSON.
struct JsonTextOptions {
    std::size_t max_text = std::string::npos;  ///< bytes of a string; a longer one gives its size
    std::string_view omitted{};                ///< name of an optional list of texts
};
/// Returns the JSON that reports/schema/result.schema.json describes, with tally, summary and exit
/// code for its readers.
[[nodiscard]] std::string json_text(const RunResult& result, const JsonTextOptions& options = {});
/// Reads the value of json_text without loss. Errors: kInvalid, with the pointer; another version
/// of the format.
[[nodiscard]] Result<RunResult> run_result_from_json(const Json& json);

}  // namespace plumbline::reports

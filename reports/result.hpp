#pragma once
// The result of a run: one value, from which every report is rendered. Schema: reports/schema/.

#include "spec/base/error.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

enum class Verdict {
    kPassed,
    kFailed,
    kWarned,    ///< an `assumed` requirement is broken
    kDeviated,  ///< broken as the target's list of known deviations says
    kFixed,     ///< listed as a known deviation, but it passed
    kObserved,  ///< an open question, answered
    kSkipped,   ///< a capability or an input is missing
    kNotRun,    ///< set-up or transport trouble
};
inline constexpr std::size_t kVerdictCount = 8;

[[nodiscard]] std::string_view to_text(Verdict verdict);
[[nodiscard]] std::optional<Verdict> parse_verdict(std::string_view text);
/// Says whether a scenario with this verdict keeps the run from conforming.
[[nodiscard]] bool is_against(Verdict verdict);

/// The code of a finding, and the id of a step, that tells what became of what a scenario created.
inline constexpr const char* kCleanUp = "clean-up";

/// One thing that a check says of the target.
struct Finding {
    std::string code;  ///< e.g. `criterion`, `status`, `content-type`, `schema`, `transport`
    Verdict verdict = Verdict::kFailed;
    std::vector<std::string> requirements;  ///< ledger ids
    SourceRef where;                        ///< place in the suite
    std::string expected;
    std::string got;
    std::string note;  ///< what helps to mend it, "" if nothing
};

/// Adds a sentence to a finding's note, as long as there is room.
void add_note(Finding& finding, std::string_view note);

/// What came of an answer that was a stream of events.
struct StreamRecord {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;     ///< of the body as it was on the wire
    double first_event_ms = -1;  ///< from the request to the first event; -1: none came
    std::string end;             ///< complete, closed, reset, deadline, left or garbled
};

/// One HTTP exchange, secrets already masked.
struct ExchangeRecord {
    std::string method;
    std::string url;
    int status = 0;         ///< 0: no response
    double started_ms = 0;  ///< since the run began
    double took_ms = 0;
    std::string curl;  ///< command that repeats the request
    std::string response_excerpt;
    std::vector<StreamRecord> streams{};  ///< one if the answer was a stream, else none
};

/// One try of a step (a retry makes another).
struct StepResult {
    std::string id;
    int attempt = 1;
    int left_out = 0;  ///< attempts before this one of which no record is kept: alike, and too many
    Verdict verdict = Verdict::kPassed;
    bool cleanup = false;  ///< an x-ct-finally step
    SourceRef where;
    std::vector<ExchangeRecord> exchanges;
    std::vector<Finding> findings;      ///< only what is not passed
    std::vector<std::string> verified;  ///< requirement ids that held here
    std::string action;  ///< what followed, e.g. `retry notYet`, "" for the next step
};

struct ScenarioResult {
    std::string name;
    std::string summary;
    std::string area;
    Verdict verdict = Verdict::kPassed;
    std::string reason;  ///< for skipped and not_run
    SourceRef where;
    double took_ms = 0;
    std::vector<StepResult> steps;
    std::string replayed;  ///< why this came of a second playing, "" if it was played once
};

/// What became of one requirement over the whole run.
struct RequirementResult {
    std::string id;
    std::string area;
    std::string section;
    std::string statement;
    std::string basis;
    std::string checkable;
    std::string outcome;  ///< verified, warned, failed, observed, not_exercised, not_checkable
    std::string reason;
    std::vector<std::string> scenarios;  ///< that exercised it
};

/// A way that a machine of the mock can go, and how often it went there.
struct Transition {
    std::string from;
    std::string to;
    std::string cause;
    int taken = 0;
};

/// The transitions of one machine over all workspaces of a run.
struct MachineTransitions {
    std::string machine;
    std::vector<Transition> transitions;
};

struct Tally {
    std::array<int, kVerdictCount> counts{};
    [[nodiscard]] int of(Verdict verdict) const {
        return counts[static_cast<std::size_t>(verdict)];
    }
    void add(Verdict verdict) { ++counts[static_cast<std::size_t>(verdict)]; }
    [[nodiscard]] int total() const;
};

struct RunResult {
    std::string tool_version;
    std::string target;   ///< base URL(s), or `embedded mock`
    std::string started;  ///< RFC 3339
    double took_ms = 0;
    std::uint64_t seed = 0;
    std::vector<ScenarioResult> scenarios;
    std::vector<RequirementResult> requirements;
    std::vector<MachineTransitions> transitions;  ///< empty: the target tells none
    bool nothing_answered = false;                ///< at the target, so nothing was run

    /// Counts the scenarios' verdicts.
    [[nodiscard]] Tally tally() const;
    /// Says whether not one step passed, clean-up aside: then the run shows nothing, whatever it
    /// did not find broken.
    [[nodiscard]] bool verified_nothing() const;
    /// Returns 0 (conforms), 1 (does not, or something was not run), 2 (nothing was verified) or 3
    /// (nothing answered).
    [[nodiscard]] int exit_code() const;
};

/// Returns `N passed, N failed, N warned, ...`: the last line of every run.
[[nodiscard]] std::string summary_line(const Tally& tally);

/// Returns the value that reports/schema/result.schema.json describes; tally, summary and exit code
/// are in it for its readers.
[[nodiscard]] Json to_json(const RunResult& result);
/// Reads what to_json wrote, without loss. Errors: kInvalid, naming the pointer.
[[nodiscard]] Result<RunResult> run_result_from_json(const Json& json);

}  // namespace plumbline::reports

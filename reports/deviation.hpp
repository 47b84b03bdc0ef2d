#pragma once
// Known deviations of a target: the entries of its list, and what became of them in a run.

#include "spec/base/error.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// An entry of the known deviations of a target. It covers the findings that fit all of
/// `requirement`, `scenario` and `code` that are not empty; at least one is not.
struct DeviationEntry {
    std::string requirement;  ///< ledger id
    std::string scenario;     ///< glob over names of scenarios
    std::string code;         ///< code of findings
    std::string reason;       ///< why the target may deviate; never empty
    std::string issue;        ///< URL of the issue that removes the deviation
    std::string owner;
    std::string until;  ///< last day on which it applies, YYYY-MM-DD (UTC)
    std::string scope;  ///< glob over the title or a URL of the target; empty: every target
    SourceRef where;    ///< position of the entry

    bool operator==(const DeviationEntry&) const = default;
};

/// What became of an entry in a run.
enum class DeviationStatus {
    kApplied,       ///< it covers findings
    kFixed,         ///< its check was made and holds: the run fails
    kExpired,       ///< its last day has passed: the run fails
    kNotExercised,  ///< its check was not made
    kOtherTarget,   ///< its scope names another target
    kUndecided,     ///< it covers nothing in this shard of a run: the merge of all shards decides
};
inline constexpr std::size_t kDeviationStatusCount = 6;

[[nodiscard]] std::string_view to_text(DeviationStatus status);
[[nodiscard]] std::optional<DeviationStatus> parse_deviation_status(std::string_view text);
/// Returns whether an entry with this status makes the run fail.
[[nodiscard]] bool fails_run(DeviationStatus status);

/// An entry after a run.
struct DeviationResult {
    DeviationEntry entry;
    DeviationStatus status = DeviationStatus::kNotExercised;
    std::string detail;  ///< a sentence: why it has this status, and what to do
    int findings = 0;    ///< number of findings that it covers; expired: that it would cover
    /// Scenarios with these findings; if undecided, those in which its check holds: it is fixed
    /// unless it covers findings in another shard.
    std::vector<std::string> scenarios;
};

}  // namespace plumbline::reports

#pragma once
// What a step or a criterion presupposes of the target's data (x-ct-needs), and of the time at
// which it is sent (x-ct-soon-after).

#include "conformance/expressions/expressions.hpp"
#include "spec/base/error.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// A property of a graph or another record of the target that a suite needs and that no requirement
/// demands. If the target does not have it, the scenario is skipped. It has exactly one of
/// `events`, `max_events`, `duration` and `criterion`.
struct Precondition {
    std::optional<std::uint64_t> events;         ///< least number of events that `filter` selects
    std::optional<std::uint64_t> max_events;     ///< greatest number of events that it selects
    std::vector<expressions::Criterion> filter;  ///< its `where`; if empty, all events
    /// Least time from the first event of the stream, or in the background from that after which
    /// later steps begin, to its last.
    std::optional<std::chrono::milliseconds> duration;
    std::optional<expressions::Criterion> criterion;
    std::string what;     ///< what it needs, in words; may be empty for `events` and `duration`
    std::string provide;  ///< what to give to the run, e.g. a member of the profile
    SourceRef where;

    /// Returns what it needs: `at least 6 events`.
    [[nodiscard]] std::string expected_text() const;
    /// Returns whether it is about a stream.
    [[nodiscard]] bool reads_stream() const { return counts_events() || duration; }
    [[nodiscard]] bool counts_events() const { return events || max_events; }
};

/// A step whose criteria presuppose that it is sent soon after another one, e.g. while the agent
/// run that the other one started is active. The criteria are always evaluated.
struct SoonAfter {
    std::string step;     ///< an earlier step of the workflow
    std::string provide;  ///< what to give to the run, so that a later request is in time, too
    SourceRef where;
};

}  // namespace plumbline::workflow

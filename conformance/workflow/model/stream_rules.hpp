#pragma once
// The rules of a step for a response that is a stream of events (x-ct-sse, x-ct-background).

#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/model/precondition.hpp"
#include "spec/base/error.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// Which events a rule applies to, among those that its `where` selects.
enum class EventSelection {
    kFirst,
    kLast,
    kNumber,  ///< the one at an index, counted from 0
    kRest,    ///< all but the first
    kEvery,
    kSome,  ///< at least one event
    kNone,
    kDistinct,  ///< no two events with the same name and data
};

/// Criteria for some events of a stream.
struct EventRule {
    EventSelection select = EventSelection::kEvery;
    std::uint64_t number = 0;  ///< index of the event, for kNumber
    /// Its `where`: which events it applies to; if empty, all.
    std::vector<expressions::Criterion> filter;
    std::vector<expressions::Criterion> criteria;
    std::vector<std::string> verifies;  ///< its own requirements; if empty, the step's
    std::vector<Precondition> needs{};  ///< if one is not met, it skips, not fails
    SourceRef where;

    /// Returns the selection in words: `the first event`, `every event`, ...
    [[nodiscard]] std::string selection_text() const;
};

/// The requirements that the rules about a stream as a whole verify; if empty, those of the step.
struct StreamRuleRequirements {
    std::vector<std::string> first_event_within;
    std::vector<std::string> idle_within;
    std::vector<std::string> min_events;
    std::vector<std::string> max_events;
    std::vector<std::string> end;
};

/// How a stream is read, its time limits, and the rules for its events.
struct StreamRules {
    /// Maximum time from the request to the first event.
    std::optional<std::chrono::milliseconds> first_event_within;
    /// Maximum time between two receptions of bytes.
    std::optional<std::chrono::milliseconds> idle_within;
    bool must_end = true;      ///< `end: server`; `any`: a time limit may end it as well
    bool is_optional = false;  ///< the response may also be none, e.g. a refusal
    std::uint64_t min_events = 0;
    std::optional<std::uint64_t> max_events;
    std::optional<std::uint64_t> disconnect_after_events;
    /// The client disconnects after the first event that meets all of them; if empty, it does not
    /// disconnect.
    std::vector<expressions::Criterion> disconnect_when;
    std::vector<std::string> replaced_keys;  ///< keys of the graph's state that an update replaces
    /// The pause that the request asks its run to make between two steps, and the number of steps.
    std::chrono::milliseconds requested_pause{0};
    std::int64_t requested_steps = 0;
    std::vector<EventRule> events;
    StreamRuleRequirements verifies{};
    SourceRef where;
};

/// An exchange that continues while later steps run.
struct BackgroundOptions {
    std::uint64_t release_after_events = 0;  ///< 0 releases the step after the response head
};

}  // namespace plumbline::workflow

#pragma once
// What a step asks of an answer that is a stream of events (x-ct-sse, x-ct-background).

#include "conformance/expressions/criterion.hpp"
#include "spec/base/error.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// Which of the events that a rule's `where` leaves it is about.
enum class Select {
    kFirst,
    kLast,
    kNumber,  ///< the one at a place, counted from 0
    kRest,    ///< all but the first
    kEvery,
    kSome,  ///< at least one
    kNone,
};

/// What must hold of some events of a stream.
struct EventRule {
    Select select = Select::kEvery;
    std::uint64_t number = 0;                    ///< for kNumber
    std::vector<expressions::Criterion> filter;  ///< its `where`: which events count; empty: all
    std::vector<expressions::Criterion> criteria;
    std::vector<std::string> verifies;  ///< its own; empty: the step's
    SourceRef where;

    /// Says the events in words: `the first event`, `every event`, ...
    [[nodiscard]] std::string subject() const;
};

/// How a stream is read, when it has had its time, and what must hold of its events.
struct StreamRules {
    std::optional<std::chrono::milliseconds> first_event_within;  ///< from the request on
    std::optional<std::chrono::milliseconds> idle_within;         ///< between two pieces of bytes
    bool has_to_end = true;  ///< `end: server`; `any`: a deadline is an end like others
    std::uint64_t min_events = 0;
    std::optional<std::uint64_t> max_events;
    std::optional<std::uint64_t> disconnect_after_events;
    /// The client leaves with the first event of which all hold; empty: it does not.
    std::vector<expressions::Criterion> disconnect_when;
    std::vector<std::string> replaced;  ///< keys of the graph's state that an update replaces
    std::vector<EventRule> events;
    SourceRef where;
};

/// An exchange that goes on while later steps are played.
struct Background {
    std::uint64_t release_after_events = 0;  ///< 0: once the head is there
};

}  // namespace plumbline::workflow

#pragma once
// Checks the rules of a step for the events of a stream while they arrive.

#include "conformance/expressions/scope.hpp"
#include "conformance/streaming/stream_checker.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::runner {

/// An event as expressions read it.
struct EventValue {
    SharedJson header;   ///< {"event", "mode", "id", "retry"}
    SharedJson payload;  ///< its data: JSON, or the text if it is not JSON

    /// Adds the event to a scope; this must outlive the scope.
    void add_to(expressions::Scope& scope) const;
};

[[nodiscard]] EventValue event_value(const streaming::ReceivedEvent& received);

/// A rule of the suite that a stream does not satisfy.
struct StreamRuleFailure {
    SourceRef where;
    std::vector<std::string> verifies;  ///< its own requirements; if empty, the step's
    std::string expected;
    std::string got;
    std::string note{};
    /// It is that events are missing, which a stream that is too short for the suite explains.
    bool is_absence = false;
    /// The stream was cut, and the events that did not come could have satisfied it.
    bool is_cut = false;
    /// Its preconditions; null if it has none.
    const std::vector<workflow::Precondition>* needs = nullptr;
};

/// The number of events that each precondition of a step selects.
using NeededEvents = std::map<const workflow::Precondition*, std::uint64_t>;

/// Checks the rules of one stream. Memory does not grow with the stream. Not thread-safe: nothing
/// guards its state.
class EventRuleChecker {
  public:
    /// `step` is borrowed; it has rules for a stream.
    explicit EventRuleChecker(const workflow::Step& step);

    /// Checks the next event. `scope` includes the event; `position` returns its position and time.
    void add_event(const expressions::Scope& scope,
                   const EventValue& event,
                   const std::function<std::string()>& position);
    /// Ends the stream; checks what can only be checked at the end. `is_cut`: more events may have
    /// followed that did not arrive.
    void finish(const expressions::Scope& scope, bool is_cut = false);

    [[nodiscard]] const std::vector<StreamRuleFailure>& failures() const { return failures_; }
    /// Returns the requirements of the rules that the events show, those of failures included.
    [[nodiscard]] std::vector<std::string> verified() const;
    /// Returns the requirements of the rules that a response without any event satisfies: those
    /// that allow no event.
    [[nodiscard]] std::vector<std::string> verified_by_no_event() const;
    [[nodiscard]] const NeededEvents& needed_events() const { return needed_events_; }

  private:
    /// The progress of a rule.
    struct EventRuleProgress {
        std::uint64_t matched = 0;  ///< events that its filter selects
        bool is_checked = false;
        bool is_satisfied = false;  ///< for kSome
        bool is_violated = false;   ///< it has been reported, which happens only once
        std::optional<StreamRuleFailure>
            first_failure{};  ///< for kSome: the reason why the first event did not match
        std::set<std::uint64_t> seen{};  ///< for kDistinct: fingerprints of the events
        std::optional<EventValue> last_event{};
        std::string last_position{};
    };

    void add_event(const workflow::EventRule& rule,
                   EventRuleProgress& progress,
                   const expressions::Scope& scope,
                   const EventValue& event,
                   const std::function<std::string()>& position);
    void check_none(const workflow::EventRule& rule,
                    EventRuleProgress& progress,
                    const expressions::Scope& scope,
                    const std::function<std::string()>& position);
    void check_distinct(const workflow::EventRule& rule,
                        EventRuleProgress& progress,
                        const expressions::Scope& scope,
                        const EventValue& event,
                        const std::function<std::string()>& position);
    void finish(const workflow::EventRule& rule,
                EventRuleProgress& progress,
                const expressions::Scope& scope);
    void count_needed(const std::vector<workflow::Precondition>& needs);
    void check_least_count();
    void check_most_count();
    [[nodiscard]] static std::optional<StreamRuleFailure> check_event(
        const workflow::EventRule& rule, const expressions::Scope& scope);
    void add_failure(const workflow::EventRule& rule,
                     EventRuleProgress& progress,
                     StreamRuleFailure failure);

    const workflow::Step& step_;
    std::vector<EventRuleProgress> progress_;  ///< one for each rule
    std::vector<StreamRuleFailure> failures_;
    NeededEvents needed_events_;
    std::uint64_t events_ = 0;
    bool is_cut_ = false;
};

}  // namespace plumbline::runner

#pragma once
// What a step asks of the events of a stream, judged while they come.

#include "conformance/expressions/scope.hpp"
#include "conformance/streaming/judge.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::runner {

/// An event as expressions see it.
struct EventValue {
    SharedJson header;   ///< {"event", "id", "retry"}
    SharedJson payload;  ///< its data: JSON, or the text if it is none

    /// Puts the event into a scope; this lives as long as the scope.
    void enter(expressions::Scope& scope) const;
};

[[nodiscard]] EventValue value_of(const streaming::Seen& seen);

/// A demand of the suite that a stream does not meet.
struct Unmet {
    SourceRef where;
    std::vector<std::string> verifies;  ///< its own; empty: the step's
    std::string expected;
    std::string got;
    std::string note{};
};

/// Judges the rules of one stream. Memory does not grow with the stream. Thread: none of its own.
class EventRules {
  public:
    /// `step` is borrowed; it has rules for a stream.
    explicit EventRules(const workflow::Step& step);

    /// Takes the next event. `scope` is that of the event; `place` says where and when it came.
    void take(const expressions::Scope& scope,
              const EventValue& event,
              const std::function<std::string()>& place);
    /// Says that no more events will come; judges what only then can be judged.
    void finish(const expressions::Scope& scope);

    [[nodiscard]] const std::vector<Unmet>& unmet() const { return unmet_; }
    /// Returns the requirements that something was judged for and nothing is against.
    [[nodiscard]] std::vector<std::string> held() const;

  private:
    /// How far a rule has come.
    struct Progress {
        std::uint64_t matched = 0;  ///< events that its `where` leaves
        bool is_judged = false;
        bool is_met = false;            ///< for kSome
        bool is_broken = false;         ///< told already: once is enough
        std::optional<Unmet> nearly{};  ///< for kSome: why the first one did not fit
        std::optional<EventValue> last{};
        std::string last_place{};
    };

    void take(const workflow::EventRule& rule,
              Progress& progress,
              const expressions::Scope& scope,
              const EventValue& event,
              const std::function<std::string()>& place);
    void judge_none(const workflow::EventRule& rule,
                    Progress& progress,
                    const expressions::Scope& scope,
                    const std::function<std::string()>& place);
    void finish(const workflow::EventRule& rule,
                Progress& progress,
                const expressions::Scope& scope);
    void finish_counts();
    [[nodiscard]] static std::optional<Unmet> judged(const workflow::EventRule& rule,
                                                     const expressions::Scope& scope);
    void break_rule(Progress& progress, Unmet unmet);

    const workflow::Step& step_;
    std::vector<Progress> progress_;  ///< one for each rule
    std::vector<Unmet> unmet_;
    std::uint64_t events_ = 0;
};

}  // namespace plumbline::runner

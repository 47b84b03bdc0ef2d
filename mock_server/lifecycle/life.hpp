#pragma once
// The records of one workspace and everything that moves them: effects, machines, timers, slots,
// incidents, the clock.

#include "mock_server/lifecycle/chronicle.hpp"
#include "mock_server/lifecycle/laws.hpp"
#include "mock_server/lifecycle/queues.hpp"
#include "mock_server/lifecycle/switches.hpp"
#include "mock_server/lifecycle/timers.hpp"
#include "mock_server/lifecycle/world_clock.hpp"
#include "mock_server/store/store.hpp"
#include "mock_server/store/world.hpp"
#include "spec/base/ids.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline::mock {

/// A record to be made.
struct NewRecord {
    std::string collection;
    RecordNumber owner = 0;   ///< the record it will belong to
    std::string_view tenant;  ///< looked at while the record is made
    SharedJson body;
    std::string id;  ///< "": a new one
};

/// The alarm of an incident that waits.
inline constexpr std::string_view kIncidentAlarm = "(incident)";

/// Why effects run.
struct Cause {
    bool triggered = true;         ///< the request makes a new revision
    const Json* told = nullptr;    ///< the request's body or what is known of an event, if any
    const Json* before = nullptr;  ///< the record before the request, if it was there
};

/// What a workspace's life begins with.
struct Birth {
    std::shared_ptr<const Laws> laws;
    std::shared_ptr<const World> world;
    std::vector<Identity> identities;
    Switches switches;
    std::uint64_t seed = 0;
    ClockSetting clock;
};

/// Not thread-safe; a workspace guards it.
class Life {
  public:
    /// `machine` must outlive the life.
    Life(Birth birth, const Clock& machine);

    [[nodiscard]] Store& store() { return store_; }
    [[nodiscard]] const Store& store() const { return store_; }
    [[nodiscard]] const World& world() const { return *birth_.world; }
    [[nodiscard]] const Laws& laws() const { return *birth_.laws; }
    [[nodiscard]] const Settled& settled() const { return settled_; }
    [[nodiscard]] const Timers& timers() const { return timers_; }
    [[nodiscard]] const Chronicle& chronicle() const { return chronicle_; }
    [[nodiscard]] WorldClock& clock() { return clock_; }
    [[nodiscard]] Instant now() const { return clock_.now(); }

    /// Fires what has become due. Call first in every request.
    void catch_up();
    /// Moves the clock on and fires what becomes due, in order; says how many timers that were.
    std::size_t advance(Duration time);
    /// Lets virtual time jump as a polling request makes it: to the timer of `polled`, or, if it
    /// has none, to the next of all. A record that has changed since it was shown is shown first:
    /// then time stays.
    void jump_for(RecordNumber polled);
    /// The same for a page of a list: to the next timer of all, unless a record on it has changed.
    /// A page without records shows nothing and moves nothing.
    void jump_for_list(const std::string& collection, const Selection& page);
    /// Notes that a request has changed a record, so that the next one that polls shows it.
    void mark_changed(RecordNumber self) {
        if (store_.find(self)) unshown_[self] = true;
    }
    /// Lets virtual time pass for a request that writes, so that no two writes bear the same time.
    void tick();

    /// Makes a record: effects of its collection, then the first state of its machine.
    RecordNumber create(NewRecord record);
    /// Runs effects on a record that a request, an event or a transition has made or changed.
    void run(const std::vector<Effect>& effects, RecordNumber self, const Cause& cause);
    /// Gives an event to a record's machine; a record without a machine that is deleted goes at
    /// once. `even_if_final`: what moves a record out of every other state does so out of a final
    /// one as well.
    void fire(std::string_view event, RecordNumber self, bool even_if_final = false);
    /// Lets something go wrong for a record, `times` times: at once if it is in a state for that,
    /// and each time it comes into one. Errors: kUnsupported for a record in a final state.
    Result<void> strike(const Incident& incident, RecordNumber self, std::size_t times);
    /// Returns the limits that hold in this workspace; what is counting or running goes on.
    [[nodiscard]] const std::map<std::string, Limit, std::less<>>& limits() const {
        return limits_;
    }
    /// Changes a limit, which must be there, and lets in whoever waits for what is free now.
    void set_limit(std::string_view name, std::int64_t value);
    /// Lets something happen that no request is about, e.g. a push to a repository: runs the
    /// event's effects on every record that it concerns, and returns those records. `told` is what
    /// is known of it.
    std::vector<RecordRef> tell(const Event& event, const Json& told);
    /// Returns the value of the placeholder `name` (effect.cpp lists them), nothing if there is
    /// none; those of a record need one, `self`, which is null without.
    [[nodiscard]] std::optional<Json> value_of(std::string_view name,
                                               const Record* self,
                                               const Cause& cause = {});
    [[nodiscard]] std::optional<Json> value_of(const Reference& reference,
                                               const Record* self,
                                               const Cause& cause);
    /// `told` is what is known of an event, null where there is none.
    [[nodiscard]] bool holds(const std::vector<Condition>& conditions,
                             const Record& self,
                             const Json* told = nullptr) const;

  private:
    /// An event on its way to a record. Its text is that of laws or of what the request does.
    struct Fired {
        std::string_view event;
        RecordNumber record = 0;
        bool even_if_final = false;
    };
    /// What still has to go wrong for a record.
    struct Strike {
        const Incident* incident = nullptr;
        std::size_t left = 0;
    };

    [[nodiscard]] bool may_jump() const;
    void jump_to(std::optional<Instant> due);
    bool show(const std::vector<const Record*>& records);
    std::size_t fire_due(Instant until);
    RecordNumber make(NewRecord record);
    void remove(const Record& self);
    void forget(const Record& self);

    // life_before.cpp: what has been before the workspace was made
    void name_scripted();
    void adopt_records();
    void live_past();
    void strike_as_scripted(RecordNumber made);

    // effects_of_life.cpp; what may remove a record gets its number instead
    void apply(const std::vector<Effect>& effects, RecordNumber self, const Cause& cause);
    void run_one(const Effect& effect, const Record& self, const Cause& cause);
    bool set_kept_text(const Effect& effect, const Record& self);
    void change(const Effect& effect, const Record& target, const JsonPointer& place, Json&& value);
    void change_body(const Effect& effect,
                     const Record& target,
                     const JsonPointer& place,
                     Json&& value);
    [[nodiscard]] const std::string& now_text();
    [[nodiscard]] std::optional<std::string_view> text_of(const Reference& reference,
                                                          const Record* self);
    [[nodiscard]] std::optional<Json> value_of_record(const Reference& reference,
                                                      const Record& self) const;
    void create_children(const Effect& effect, const Record& self, const Json& times);
    [[nodiscard]] bool happens(const Effect& effect, const Record& self, const Cause& cause) const;
    [[nodiscard]] std::vector<const Record*> children_of(const Record& self) const;

    // conditions_of_life.cpp
    [[nodiscard]] bool holds(const Condition& condition,
                             const Record& self,
                             const Json* told) const;
    [[nodiscard]] bool is_met_by(const Condition& condition,
                                 std::string_view text,
                                 const Json& body,
                                 const Json* told) const;
    [[nodiscard]] bool are_in(const Condition& condition, const Record& self) const;
    /// Returns how many records of a collection that belong to `parent` (0: to none) are in a
    /// state.
    [[nodiscard]] std::size_t children_in(std::string_view collection,
                                          RecordNumber parent,
                                          std::string_view state) const;
    [[nodiscard]] std::int64_t number_of(const Threshold& threshold, const Json& body) const;
    [[nodiscard]] const Record* subject(Subject on, const Record& self) const;

    // moves.cpp: how records go from state to state
    /// Does what is still to be done: events, then slots, until nothing is left.
    void settle();
    void take(const Fired& fired);
    bool take_way(const Fired& fired, const State& state, const std::vector<Transition>& ways);
    void ring(const Timer& timer);
    void move(const Record& self, std::string_view to, std::string_view cause);
    void enter(const Record& self, std::string_view name, std::string_view cause);
    void note_move(const Record& record,
                   const Collection& collection,
                   const State* to,
                   std::string_view cause);
    void set_way(const Record& self, const State& state, const Machine& machine);
    bool set_way(const Record& self, const State& state, const Transition& way);
    void set_alarm(const Record& self, const State& state, const StateAlarm& alarm);
    void stop_children(const Record& self);
    [[nodiscard]] Duration time_of(const Span& span, const std::string& place) const;

    // slots_of_life.cpp
    void wait_for(const Record& self, std::string_view slot, std::string_view to);
    void admit(const Share& share);
    void stir_shares(const Record& record, const Machine& machine);
    [[nodiscard]] std::size_t free_slots(const Slot& slot, const Share& share) const;

    // incidents_of_life.cpp
    void ring_incident(const Record& self);
    void await_incident(const Record& self, const State& state);

    Birth birth_;
    Store store_;
    IdSource ids_;
    Settled settled_;
    Timers timers_;
    WorldClock clock_;
    std::vector<std::string> scripted_;  ///< ids of the records that the world's incidents name
    ByNumber<bool> unshown_;  ///< has what has changed since a polling request has shown it
    Instant moment_;          ///< what {now} is: the clock, or the due time of the timer that fires
    std::string now_text_;    ///< {now} of the moment now_text_of_
    Instant now_text_of_;
    mutable Tally tally_;  ///< begins to count where somebody asks
    Queues queues_;
    Chronicle chronicle_;
    std::map<std::string, Limit, std::less<>> limits_;
    std::deque<Fired> fired_;  ///< events that wait until what goes on is done
    bool is_settling_ = false;
    std::unordered_map<RecordNumber, std::vector<Strike>> strikes_;
};

}  // namespace plumbline::mock

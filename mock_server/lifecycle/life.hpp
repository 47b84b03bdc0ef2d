#pragma once
// The records of one workspace and everything that moves them: effects, machines, timers, the
// clock.

#include "mock_server/lifecycle/laws.hpp"
#include "mock_server/lifecycle/timers.hpp"
#include "mock_server/lifecycle/world_clock.hpp"
#include "mock_server/store/store.hpp"
#include "mock_server/store/world.hpp"
#include "spec/base/ids.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What faults switch in a workspace's life.
struct Switches {
    std::set<std::string, std::less<>> disabled_effects;
    std::set<std::string, std::less<>> forced_effects;  ///< happen without their trigger
    std::set<std::string, std::less<>> frozen_machines;
    std::set<std::string, std::less<>> disabled_conditions;  ///< these always hold
    bool keeps_deleted = false;  ///< what is deleted stays, marked as such
};

/// A record to be made.
struct NewRecord {
    std::string collection;
    std::string parent;
    std::string tenant;
    SharedJson body;
};

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
    [[nodiscard]] WorldClock& clock() { return clock_; }
    [[nodiscard]] Instant now() const { return clock_.now(); }

    /// Fires what has become due. Call first in every request.
    void catch_up();
    /// Moves the clock on and fires what becomes due, in order; says how many timers that were.
    std::size_t advance(Duration time);
    /// Lets virtual time jump as a polling request makes it: to the timer of `polled`, or, if it
    /// has none, to the next of all. A record that has changed since it was shown is shown first:
    /// then time stays.
    void jump_for(const RecordRef& polled);
    /// The same for a page of a list: to the next timer of all, unless a record on it has changed.
    /// A page without records shows nothing and moves nothing.
    void jump_for_list(const std::string& collection, const Selection& page);
    /// Notes that a request has changed a record, so that the next one that polls shows it.
    void mark_changed(const RecordRef& self) { unshown_.insert(self); }
    /// Lets virtual time pass for a request that writes, so that no two writes bear the same time.
    void tick();

    /// Makes a record: effects of its collection, then the first state of its machine.
    RecordRef create(NewRecord record);
    /// Runs effects on a record that a request, an event or a transition has made or changed.
    void run(const std::vector<Effect>& effects, const RecordRef& self, const Cause& cause);
    /// Gives an event to a record's machine; a record without a machine that is deleted goes at
    /// once.
    void fire(std::string_view event, const RecordRef& self);
    /// Lets something happen that no request is about, e.g. a push to a repository: runs the
    /// event's effects on every record that it concerns, and returns those records. `told` is what
    /// is known of it.
    std::vector<RecordRef> tell(const Event& event, const Json& told);
    /// Returns the value of the placeholder `name` for a record (effect.cpp lists them), null if
    /// there is none.
    [[nodiscard]] SharedJson value_of(std::string_view name,
                                      const RecordRef& self,
                                      const Cause& cause = {});
    /// `told` is what is known of an event, null where there is none.
    [[nodiscard]] bool holds(const std::vector<Condition>& conditions,
                             const RecordRef& self,
                             const Json* told = nullptr) const;

  private:
    [[nodiscard]] bool may_jump() const;
    void jump_to(std::optional<Instant> due);
    bool show(const std::vector<const Record*>& records);
    std::size_t fire_due(Instant until);
    void run_one(const Effect& effect, const RecordRef& self, const Cause& cause);
    void enter(const RecordRef& self, const std::string& name);
    void leave_for(const RecordRef& self, const std::string& state);
    void schedule(const RecordRef& self, const Machine& machine, const State& state);
    void remove(const RecordRef& self);
    void stop_children(const RecordRef& self);
    [[nodiscard]] bool happens(const Effect& effect,
                               const RecordRef& self,
                               const Cause& cause) const;
    [[nodiscard]] bool holds(const Condition& condition,
                             const RecordRef& self,
                             const Json* told) const;
    [[nodiscard]] const Record* subject(Subject on, const RecordRef& self) const;

    Birth birth_;
    Store store_;
    IdSource ids_;
    Settled settled_;
    Timers timers_;
    WorldClock clock_;
    std::set<RecordRef> unshown_;  ///< changed since a polling request has shown them
    Instant moment_;  ///< what {now} is: the clock, or the due time of the timer that fires
};

}  // namespace plumbline::mock

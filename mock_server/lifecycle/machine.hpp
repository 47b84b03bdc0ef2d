#pragma once
// A state machine as data: states, transitions that time, events or free slots bring, alarms that
// ring in a state, effects of entering one.

#include "mock_server/lifecycle/effect.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// A number that a world, a fault or the control interface may change: a count, or a time in
/// nanoseconds.
struct Limit {
    bool is_time = false;
    std::int64_t value = 0;
};

/// Reads a whole number or an ISO 8601 duration, both greater than zero. Errors: kInvalid, kSyntax.
[[nodiscard]] Result<Limit> read_limit(const Json& value);

/// How long something takes: a time, or the workspace's limit of that name.
struct Span {
    Duration time{0};
    std::string limit;
};

/// Rings while a record is in a state, once or again and again.
struct StateAlarm {
    std::string name;
    Span span;
    bool repeats = false;
    std::vector<Condition> when;  ///< all must hold when the state is entered
    std::vector<Effect> effects;
};

/// Places that only so many records of one parent or tenant have at once: as many as the limit of
/// the same name says. Who waits for one gets it in the order of coming.
struct Slot {
    std::string name;
    bool of_tenant = false;            ///< else those of one parent share it
    std::vector<std::string> held_in;  ///< states
    std::vector<Condition> when;       ///< all must hold for a record that gets it
};

struct State;

/// One way from states to a state: after a time, on an event, when a slot is free.
struct Transition {
    std::vector<std::string> from;  ///< `*`: every state that is not final
    std::string to;                 ///< "" if the record goes away
    std::optional<Span> after;
    std::string event;
    std::string slot;  ///< with `after`: waits for it only then
    std::vector<Condition> when;

    [[nodiscard]] bool removes() const { return to.empty(); }
    /// `even_if_final`: for `*` no state is.
    [[nodiscard]] bool starts_in(const State& state, bool even_if_final = false) const;
};

struct State {
    std::string name;
    bool is_final = false;
    bool stops_children = false;  ///< records that belong to this one do not move any more
    std::vector<Effect> on_enter;
    std::vector<StateAlarm> alarms;
    std::string place{};             ///< `machine/state`, where worlds and faults state other times
    std::vector<Transition> ways{};  ///< of the machine, those that lead out of it without an event

    [[nodiscard]] const StateAlarm* find_alarm(std::string_view name) const;
};

/// A move that a machine can make, as coverage counts them.
struct Step {
    std::string from;
    std::string to;     ///< "" if the record goes away
    std::string cause;  ///< the event; kByTime, kByFreeSlot

    bool operator==(const Step&) const = default;
};

inline constexpr std::string_view kByTime = "time";
inline constexpr std::string_view kByFreeSlot = "free";

/// What a machine's fixture states.
struct MachineParts {
    std::string name;
    std::string field;  ///< pointer of the record's field that holds the state
    std::string initial;
    std::vector<State> states;
    std::vector<Transition> transitions;
    std::vector<Slot> slots;
    std::map<std::string, Limit> limits;  ///< what holds where nobody says otherwise
    std::vector<Effect> on_change;        ///< on every change of state, whatever the state
};

/// A machine fixture. Thread: immutable, safe from any thread.
class Machine {
  public:
    /// Errors: kInvalid (a state or slot nobody defines, a state that cannot be reached, a final
    /// one with a way out, one without a way out that is not final), with position.
    [[nodiscard]] static Result<Machine> load(const Document& fixture);

    [[nodiscard]] const std::string& name() const { return parts_.name; }
    [[nodiscard]] const std::string& field() const { return parts_.field; }
    /// Returns the same, read.
    [[nodiscard]] const JsonPointer& place() const { return place_; }
    [[nodiscard]] const std::string& initial() const { return parts_.initial; }
    [[nodiscard]] const std::vector<State>& states() const { return parts_.states; }
    [[nodiscard]] const std::vector<Transition>& transitions() const { return parts_.transitions; }
    [[nodiscard]] const std::vector<Slot>& slots() const { return parts_.slots; }
    /// Says whether some are shared by a tenant's records.
    [[nodiscard]] bool has_slots_of_tenants() const { return has_slots_of_tenants_; }
    [[nodiscard]] const std::map<std::string, Limit>& limits() const { return parts_.limits; }
    [[nodiscard]] const std::vector<Effect>& on_change() const { return parts_.on_change; }
    /// Returns every move that it can make once, in the order of the fixture.
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] const State* find_state(std::string_view name) const;
    [[nodiscard]] const Slot* find_slot(std::string_view name) const;
    [[nodiscard]] bool has_alarm(std::string_view name) const;
    /// Says whether an event of that name moves a record anywhere.
    [[nodiscard]] bool takes(std::string_view event) const;

  private:
    explicit Machine(MachineParts parts);

    MachineParts parts_;
    JsonPointer place_;
    bool has_slots_of_tenants_;
    std::vector<Step> steps_;
};

/// Reads what a fixture states, without looking whether it fits together. Errors: kInvalid, with
/// position.
[[nodiscard]] Result<MachineParts> read_machine(const Document& fixture);

/// Reads the transitions in the array at `pointer`, none if there is no array. Errors: kInvalid,
/// with position.
[[nodiscard]] Result<std::vector<Transition>> read_transitions(const Document& fixture,
                                                               const std::string& pointer);

/// Checks that every state and slot the transitions at `pointer` name is the machine's. Errors:
/// kInvalid, with position.
[[nodiscard]] Result<void> check_transitions(const std::vector<Transition>& transitions,
                                             const Machine& machine,
                                             const Document& fixture,
                                             const std::string& pointer);

}  // namespace plumbline::mock

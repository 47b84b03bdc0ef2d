#pragma once
// A state machine as data: states, transitions triggered by time, events or free slots, alarms, and
// effects on entering a state.

#include "mock_server/lifecycle/definition/effect.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// A number that a world, a fault or the control interface can change: a count, or a time in
/// nanoseconds.
struct MachineLimit {
    bool is_time = false;
    std::int64_t value = 0;
};

/// Reads a whole number or an ISO 8601 duration, both greater than zero. Errors: kInvalid, kSyntax.
[[nodiscard]] Result<MachineLimit> read_limit(const Json& value);

/// A duration, given directly or as a limit of the workspace.
using DelaySpec = std::variant<Duration, LimitName>;

/// A timer that fires while a record is in a state, once or repeatedly.
struct StateAlarm {
    std::string name;
    DelaySpec delay;
    bool repeats = false;
    std::vector<RecordCondition> when;  ///< all must be met when the state is entered
    std::vector<Effect> effects;
};

/// A slot that a limited number of records of one parent or tenant can occupy at the same time; the
/// workspace limit with the same name is the number. Waiting records are served in FIFO order.
struct SlotDefinition {
    std::string name;
    bool per_tenant = false;               ///< shared by a tenant, otherwise by a parent
    std::vector<std::string> occupied_in;  ///< the states in which a record occupies the slot
    std::vector<RecordCondition> when;  ///< all must be met for a record that is granted the slot
    SourceRef where;
};

struct MachineState;

/// A transition: after a delay, on an event, or when a slot is free.
struct Transition {
    std::vector<std::string> from;  ///< `*`: every state that is not final
    std::string to;                 ///< "" if the record is removed
    std::optional<DelaySpec> after;
    std::string event;
    std::string slot;  ///< with `after`: waits for the slot once the delay has passed
    std::vector<RecordCondition> when;

    [[nodiscard]] bool removes() const { return to.empty(); }
    /// If `even_if_final`, `*` includes final states.
    [[nodiscard]] bool starts_in(const MachineState& state, bool even_if_final = false) const;
};

struct MachineState {
    std::string name;
    bool is_final = false;
    bool stops_children = false;  ///< children of a record in this state make no more transitions
    std::vector<Effect> on_enter;
    std::vector<StateAlarm> alarms;
    std::string timing_key{};  ///< `machine/state`; worlds and faults override delays by this key

    [[nodiscard]] const StateAlarm* find_alarm(std::string_view alarm_name) const;
};

/// A possible transition between two states, as coverage counts them.
struct TransitionEdge {
    std::string from;
    std::string to;     ///< "" if the record is removed
    std::string cause;  ///< the event, kTimerCause or kSlotCause

    bool operator==(const TransitionEdge&) const = default;
};

inline constexpr std::string_view kTimerCause = "timer";
inline constexpr std::string_view kSlotCause = "slot";

/// The machine of a fixture: consistent and immutable once it is loaded.
struct Machine {
    std::string name;
    JsonPointer field;  ///< pointer to the field of a record that contains the state
    std::string initial;
    std::vector<MachineState> states;
    std::vector<Transition> transitions;
    std::vector<SlotDefinition> slots;
    std::map<std::string, MachineLimit> limits;  ///< the default limits
    std::vector<Effect> on_change;               ///< run on every change of state
    /// Every possible transition once, in the order of the fixture.
    std::vector<TransitionEdge> edges;

    [[nodiscard]] const MachineState* find_state(std::string_view state) const;
    [[nodiscard]] const SlotDefinition* find_slot(std::string_view slot) const;
    [[nodiscard]] bool has_alarm(std::string_view alarm) const;
    /// Returns whether a transition of the machine is triggered by the event.
    [[nodiscard]] bool handles(std::string_view event) const;
};

/// Reads a machine and checks it. Errors: kInvalid (an undefined state or slot, an unreachable
/// state, a final state with a transition out of it, a non-final state without one), with position.
[[nodiscard]] Result<Machine> load_machine(const Document& fixture);

/// Reads the transitions in an array; none if there is no array. Errors: kInvalid, with position.
[[nodiscard]] Result<std::vector<Transition>> read_transitions(const FixtureValue& list);

/// Checks that the machine defines every state and slot named by the transitions in an array.
/// Errors: kInvalid, with position.
[[nodiscard]] Result<void> check_transitions(const FixtureValue& list, const Machine& machine);

}  // namespace plumbline::mock

#pragma once
// State changes of the records of a simulation: events, timers, entering a state.

#include "mock_server/store/store.hpp"

#include <string_view>

namespace plumbline::mock {

struct Simulation;
struct Timer;

/// The event that removes a record without a machine.
inline constexpr std::string_view kDeleteEvent = "delete";
/// The alarm name of a pending incident's timer.
inline constexpr std::string_view kIncidentAlarm = "(incident)";

/// Sends an event to a record's machine, and handles what follows. A record without a machine is
/// removed immediately by kDeleteEvent. `even_if_final`: wildcard transitions (from `*`) also apply
/// to final states.
void send_event(Simulation& simulation,
                std::string_view event,
                RecordNumber self,
                bool even_if_final = false);

/// Handles queued events, then grants slots, until nothing is left to do. Everything in progress is
/// finished first: an event is handled after the effects that sent it, and slots are granted when
/// no event is left. No effect sees a record in the middle of a change.
void process_pending(Simulation& simulation);

/// Does what is due for the record of a timer.
void handle_timer(Simulation& simulation, const Timer& timer);

/// Makes a record enter a state: runs effects and sets timers.
void enter_state(Simulation& simulation,
                 const Record& self,
                 std::string_view name,
                 std::string_view cause);
/// Does the same, or removes the record if `to` is "".
void change_state(Simulation& simulation,
                  const Record& self,
                  std::string_view to,
                  std::string_view cause);

}  // namespace plumbline::mock

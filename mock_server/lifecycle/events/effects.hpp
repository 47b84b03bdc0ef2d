#pragma once
// Runs effects on the records of a simulation.

#include "mock_server/lifecycle/definition/effect.hpp"
#include "mock_server/lifecycle/definition/placeholders.hpp"
#include "mock_server/store/store.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::mock {

struct ExternalEvent;
struct Simulation;

/// Runs effects on a record that a request, an event or a transition has created or changed, and
/// everything that follows from them.
void run_effects(Simulation& simulation,
                 const std::vector<Effect>& effects,
                 RecordNumber self,
                 const EffectContext& context);

/// Runs effects, but leaves the events they send in the queue. An effect may remove the record.
void apply_effects(Simulation& simulation,
                   const std::vector<Effect>& effects,
                   RecordNumber self,
                   const EffectContext& context = {});

/// Dispatches an event that no request causes, e.g. a push to a repository: runs its effects on
/// every record that meets its conditions, and returns those records.
std::vector<RecordRef> dispatch_event(Simulation& simulation,
                                      const ExternalEvent& event,
                                      const Json& payload);

}  // namespace plumbline::mock

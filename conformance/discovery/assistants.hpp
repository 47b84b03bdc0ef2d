#pragma once
// Finds assistants by name, with stateless agent runs that are closed after their first events.

#include "conformance/discovery/discovery.hpp"

namespace plumbline::discovery {

/// Sets the members of `agent_streaming` that name assistants and their inputs. Sends at most a
/// run for each name and three more.
void find_assistants(const runner::Target& target,
                     const DiscoveryOptions& options,
                     preflight::ProbeClient& probe,
                     Discovery& found);

}  // namespace plumbline::discovery

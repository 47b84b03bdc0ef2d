#pragma once
// A workspace: an isolated world with its own tenants, records and clock.

#include "mock_server/faults/fault.hpp"
#include "mock_server/lifecycle/simulation.hpp"
#include "mock_server/store/store.hpp"
#include "mock_server/streaming/agent_runs.hpp"
#include "spec/base/clock.hpp"

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// What a workspace is created from.
struct WorkspaceConfig {
    std::string id;
    std::string prefix;  ///< prefix of every path, `/w/{id}`
    FaultSet faults;
    SimulationSetup setup;
    std::shared_ptr<const Graphs> graphs;
};

/// Thread-safe: the simulation and the runs are guarded, the time of last use is atomic, the rest
/// is immutable. `host_clock` must outlive it.
class Workspace {
  public:
    Workspace(WorkspaceConfig config, const Clock& host_clock);

    [[nodiscard]] const std::string& id() const { return config_.id; }
    [[nodiscard]] const std::string& prefix() const { return config_.prefix; }
    [[nodiscard]] const World& world() const { return *config_.setup.world; }
    [[nodiscard]] std::uint64_t seed() const { return config_.setup.seed; }
    [[nodiscard]] const std::vector<Identity>& identities() const {
        return config_.setup.identities;
    }
    [[nodiscard]] const FaultSet& faults() const { return config_.faults; }
    /// Returns the rules disabled by the world or by a fault.
    [[nodiscard]] const std::set<std::string, std::less<>>& disabled_rules() const {
        return disabled_rules_;
    }
    [[nodiscard]] LockedValue<Simulation>& simulation() { return simulation_; }
    /// Returns the runs. May be used while the simulation is locked, but not the other way round.
    [[nodiscard]] AgentRuns& runs() { return runs_; }

    /// Restarts the simulation: same ids, same keys, the initial world.
    void reset();
    /// Records that the workspace was used.
    void touch() { last_used_ = host_clock_->now(); }
    [[nodiscard]] Instant last_used() const { return last_used_; }

  private:
    WorkspaceConfig config_;
    const Clock* host_clock_;
    std::set<std::string, std::less<>> disabled_rules_;
    LockedValue<Simulation> simulation_;
    AgentRuns runs_;
    std::atomic<Instant> last_used_;
};

}  // namespace plumbline::mock

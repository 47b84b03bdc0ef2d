#include "mock_server/control/workspace.hpp"

namespace plumbline::mock {
namespace {

RunLimits run_limits(const World& world, const FaultSet& faults) {
    RunLimits limits;
    const auto count = [&](const char* name, std::size_t fallback) {
        return static_cast<std::size_t>(world.limit(name, static_cast<std::int64_t>(fallback)));
    };
    const std::size_t streams = count("streams", limits.max_runs - limits.finished_runs);
    limits.finished_runs = count("runs", limits.finished_runs);
    limits.max_runs = streams + limits.finished_runs;
    limits.resumable_bytes = count("resumable_bytes", limits.resumable_bytes);
    limits.pairs_in_data = world.pairs_in_data;
    limits.faults = faults.run_faults();
    limits.input_changes = faults.input_changes();
    return limits;
}

}  // namespace

Workspace::Workspace(WorkspaceConfig config, const Clock& host_clock)
    : config_(std::move(config)),
      host_clock_(&host_clock),
      disabled_rules_(config_.faults.disabled_rules()),
      simulation_(Simulation(config_.setup, host_clock)),
      runs_(config_.graphs,
            config_.setup.seed,
            run_limits(*config_.setup.world, config_.faults),
            host_clock),
      last_used_(host_clock.now()) {
    disabled_rules_.insert(world().disabled_rules.begin(), world().disabled_rules.end());
}

void Workspace::reset() {
    simulation_.with(
        [&](Simulation& simulation) { simulation = Simulation(config_.setup, *host_clock_); });
    runs_.clear();
}

}  // namespace plumbline::mock

#include "mock_server/control/workspace.hpp"

namespace plumbline::mock {
namespace {

RunLimits run_limits(const World& world, const FaultSet& faults) {
    RunLimits limits;
    const auto count = [&](const char* name, std::size_t fallback) {
        return static_cast<std::size_t>(world.limit(name, static_cast<std::int64_t>(fallback)));
    };
    limits.streams = count("streams", limits.streams);
    limits.runs = count("runs", limits.runs);
    limits.resumable_bytes = count("resumable_bytes", limits.resumable_bytes);
    limits.pairs_in_data = world.pairs_in_data;
    limits.flaws = faults.run_flaws();
    return limits;
}

}  // namespace

Workspace::Workspace(WorkspaceParts parts, const Clock& machine)
    : parts_(std::move(parts)),
      machine_(&machine),
      disabled_rules_(parts_.faults.disabled_rules()),
      life_(Life(parts_.birth, machine)),
      runs_(parts_.graphs,
            parts_.birth.seed,
            run_limits(*parts_.birth.world, parts_.faults),
            machine),
      last_used_(machine.now()) {
    disabled_rules_.insert(world().disabled_rules.begin(), world().disabled_rules.end());
}

void Workspace::reset() {
    life_.with([&](Life& life) { life = Life(parts_.birth, *machine_); });
    runs_.clear();
}

}  // namespace plumbline::mock

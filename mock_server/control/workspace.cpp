#include "mock_server/control/workspace.hpp"

namespace plumbline::mock {

Workspace::Workspace(WorkspaceParts parts, const Clock& machine)
    : parts_(std::move(parts)),
      machine_(&machine),
      disabled_rules_(parts_.faults.disabled_rules()),
      life_(Life(parts_.birth, machine)),
      last_used_(machine.now()) {
    disabled_rules_.insert(world().disabled_rules.begin(), world().disabled_rules.end());
}

void Workspace::reset() {
    life_.with([&](Life& life) { life = Life(parts_.birth, *machine_); });
}

}  // namespace plumbline::mock

#pragma once
// A workspace: an isolated world with tenants, records and a clock of its own.

#include "mock_server/faults/fault.hpp"
#include "mock_server/lifecycle/life.hpp"
#include "mock_server/store/guarded.hpp"
#include "mock_server/streaming/runs.hpp"
#include "spec/base/clock.hpp"

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// What a workspace is made of.
struct WorkspaceParts {
    std::string id;
    std::string prefix;  ///< of every path, `/w/{id}`
    FaultSet faults;
    Birth birth;
    std::shared_ptr<const Graphs> graphs;
};

/// Thread: safe; the life and the runs are guarded, all else is immutable. `machine` must outlive
/// it.
class Workspace {
  public:
    Workspace(WorkspaceParts parts, const Clock& machine);

    [[nodiscard]] const std::string& id() const { return parts_.id; }
    [[nodiscard]] const std::string& prefix() const { return parts_.prefix; }
    [[nodiscard]] const World& world() const { return *parts_.birth.world; }
    [[nodiscard]] std::uint64_t seed() const { return parts_.birth.seed; }
    [[nodiscard]] const std::vector<Identity>& identities() const {
        return parts_.birth.identities;
    }
    [[nodiscard]] const FaultSet& faults() const { return parts_.faults; }
    /// Returns the rules that the world or a fault switches off.
    [[nodiscard]] const std::set<std::string, std::less<>>& disabled_rules() const {
        return disabled_rules_;
    }
    [[nodiscard]] Guarded<Life>& life() { return life_; }
    /// Returns the runs; whoever holds the life may use them, not the other way round.
    [[nodiscard]] Runs& runs() { return runs_; }

    /// Starts the life anew: same ids, same keys, the world as it was.
    void reset();
    /// Notes that the workspace was used.
    void touch() { last_used_ = machine_->now(); }
    [[nodiscard]] Instant last_used() const { return last_used_; }

  private:
    WorkspaceParts parts_;
    const Clock* machine_;
    std::set<std::string, std::less<>> disabled_rules_;
    Guarded<Life> life_;
    Runs runs_;
    std::atomic<Instant> last_used_;
};

}  // namespace plumbline::mock

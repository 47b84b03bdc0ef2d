#pragma once
// All workspaces of a server.

#include "mock_server/control/life_calls.hpp"
#include "mock_server/control/workspace.hpp"
#include "mock_server/faults/lazy_catalogue.hpp"
#include "mock_server/store/guarded.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What workspaces are made from, and what holds for those that do not say otherwise.
struct RegistryParts {
    std::shared_ptr<const Laws> laws;
    std::map<std::string, std::shared_ptr<const World>> worlds;
    std::shared_ptr<const LazyCatalogue> faults;
    std::shared_ptr<const ControlRecords> control;
    std::shared_ptr<const Graphs> graphs;
    std::string default_world = "cloud";
    std::vector<std::string> default_faults;
    ClockSetting clock;
    std::uint64_t seed = 1;
    std::size_t max_workspaces = 1000;
    std::string version;                      ///< of this program, for getHealth
    Duration idle = std::chrono::minutes(5);  ///< after it a workspace may give way to a new one
};

/// A workspace to be made; what is not given is as the server was started.
struct WorkspaceOrder {
    std::optional<std::string> world;
    std::optional<std::string> hosting;  ///< that the world has; chooses one where none is named
    std::optional<std::uint64_t> seed;
    std::optional<std::vector<std::string>> faults;
    std::optional<ClockSetting> clock;
};

/// Thread: safe. `machine` must outlive it.
class Registry {
  public:
    /// Also makes the workspace that is there from the start. Errors: kNotFound (world, fault).
    [[nodiscard]] static Result<std::unique_ptr<Registry>> make(RegistryParts parts,
                                                                const Clock& machine);

    /// Errors: kNotFound (world, fault; with the nearest name), kUnsupported (no world of that
    /// hosting, or the one that is named has another), kLimit (too many workspaces in use).
    [[nodiscard]] Result<std::shared_ptr<Workspace>> create(const WorkspaceOrder& order);
    /// Returns the workspace, or null.
    [[nodiscard]] std::shared_ptr<Workspace> find(std::string_view id);
    /// Returns the workspace a request without prefix means: by tenant, then by key, then the one
    /// that is there from the start. Where several have the same (made with one seed), the newest.
    [[nodiscard]] std::shared_ptr<Workspace> find_by(const std::string* tenant,
                                                     std::string_view key);
    /// Says whether it was there. The one that is there from the start stays.
    bool remove(std::string_view id);
    [[nodiscard]] std::size_t size();
    [[nodiscard]] const RegistryParts& parts() const { return parts_; }

  private:
    struct Index {
        std::map<std::string, std::shared_ptr<Workspace>, std::less<>> by_id;
        std::map<std::string, std::shared_ptr<Workspace>> by_tenant;
        std::map<std::string, std::shared_ptr<Workspace>, std::less<>> by_key;
        std::uint64_t made = 0;
    };

    Registry(RegistryParts parts, const Clock& machine)
        : parts_(std::move(parts)), machine_(&machine), index_({}) {}

    [[nodiscard]] Result<std::shared_ptr<const World>> world_for(const WorkspaceOrder& order) const;
    [[nodiscard]] Result<std::shared_ptr<const World>> find_world(const std::string& name) const;
    [[nodiscard]] Result<FaultSet> find_faults(const std::vector<std::string>& ids) const;
    [[nodiscard]] Result<std::shared_ptr<Workspace>> build(const WorkspaceOrder& order,
                                                           std::uint64_t number) const;
    [[nodiscard]] bool has_room(Index& index) const;
    static void add(Index& index, const std::shared_ptr<Workspace>& workspace);
    static void drop(Index& index, const std::shared_ptr<Workspace>& workspace);

    RegistryParts parts_;
    const Clock* machine_;
    Guarded<Index> index_;
};

/// The id of the workspace that is there from the start.
inline constexpr std::string_view kDefaultWorkspace = "default";

}  // namespace plumbline::mock

#pragma once
// All workspaces of a server.

#include "mock_server/control/simulation_calls.hpp"
#include "mock_server/control/workspace.hpp"
#include "mock_server/faults/fault.hpp"
#include "mock_server/store/store.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What workspaces are created from, and the defaults for their requests.
struct RegistryConfig {
    std::shared_ptr<const StateModel> model;
    std::map<std::string, std::shared_ptr<const World>, std::less<>> worlds;
    std::shared_ptr<const FaultSource> faults;
    std::shared_ptr<const ControlSpec> control;
    std::shared_ptr<const Graphs> graphs;
    std::string default_world = "cloud";
    std::vector<std::string> default_variants;
    std::vector<std::string> default_faults;
    ClockSetting clock;
    std::uint64_t seed = 1;
    std::size_t max_workspaces = 1000;
    std::string version;  ///< version of this program, for getHealth
    Duration idle_timeout =
        std::chrono::minutes(5);  ///< time after which an unused workspace can be replaced
};

/// A request for a workspace; absent members have the server's defaults.
struct WorkspaceRequest {
    std::optional<std::string> world;
    std::optional<std::string> hosting;  ///< hosting that the world must have
    std::optional<std::uint64_t> seed;
    std::optional<std::vector<std::string>> variants;
    std::optional<std::vector<std::string>> faults;
    std::optional<ClockSetting> clock;
};

/// Creates, finds and removes workspaces. Thread-safe: a mutex guards the index. `host_clock` must
/// outlive it.
class Registry {
  public:
    /// Also creates the default workspace. Errors: kNotFound (world, variant, fault).
    [[nodiscard]] static Result<std::unique_ptr<Registry>> make(RegistryConfig config,
                                                                const Clock& host_clock);

    /// Errors: kNotFound (world, variant, fault; with the nearest name), kUnsupported (no world has
    /// the hosting, or the named world has another), kLimit (too many workspaces in use).
    [[nodiscard]] Result<std::shared_ptr<Workspace>> create(const WorkspaceRequest& request);
    /// Returns the workspace, or null.
    [[nodiscard]] std::shared_ptr<Workspace> find(std::string_view id);
    /// Returns the workspace for a request without prefix: by tenant, then by key, otherwise the
    /// default workspace. If several have the same tenant or key (created with one seed), returns
    /// the newest.
    [[nodiscard]] std::shared_ptr<Workspace> find_by_credentials(const std::string* tenant,
                                                                 std::string_view key);
    /// Returns whether the workspace existed. The default workspace cannot be removed.
    bool remove(std::string_view id);
    [[nodiscard]] std::size_t size();
    [[nodiscard]] const RegistryConfig& config() const { return config_; }

  private:
    struct WorkspaceIndex {
        std::map<std::string, std::shared_ptr<Workspace>, std::less<>> by_id;
        std::map<std::string, std::shared_ptr<Workspace>> by_tenant;
        std::map<std::string, std::shared_ptr<Workspace>, std::less<>> by_key;
        std::uint64_t created = 0;
    };

    Registry(RegistryConfig config, const Clock& host_clock)
        : config_(std::move(config)), host_clock_(&host_clock), index_({}) {}

    [[nodiscard]] Result<std::shared_ptr<const World>> world_for(
        const WorkspaceRequest& request) const;
    [[nodiscard]] Result<std::shared_ptr<const World>> find_world(const std::string& name) const;
    [[nodiscard]] Result<FaultSet> find_faults(const WorkspaceRequest& request) const;
    [[nodiscard]] Result<std::shared_ptr<Workspace>> build(const WorkspaceRequest& request,
                                                           std::uint64_t number) const;
    [[nodiscard]] bool ensure_capacity(WorkspaceIndex& index) const;
    static void add(WorkspaceIndex& index, const std::shared_ptr<Workspace>& workspace);
    static void drop(WorkspaceIndex& index, const std::shared_ptr<Workspace>& workspace);

    RegistryConfig config_;
    const Clock* host_clock_;
    LockedValue<WorkspaceIndex> index_;
};

/// The id of the workspace that exists from the start.
inline constexpr std::string_view kDefaultWorkspace = "default";

}  // namespace plumbline::mock

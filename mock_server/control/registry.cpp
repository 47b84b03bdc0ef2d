#include "mock_server/control/registry.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

std::string workspace_id(IdSource& ids) {
    return fmt::format("{:012x}", ids.next() >> 16U);
}

}  // namespace

Result<std::unique_ptr<Registry>> Registry::make(RegistryConfig config, const Clock& host_clock) {
    std::unique_ptr<Registry> registry(new Registry(std::move(config), host_clock));
    auto first = registry->build({}, 0);
    if (!first) return fail(first.error());
    registry->index_.with([&](WorkspaceIndex& index) { add(index, *first); });
    return registry;
}

Result<std::shared_ptr<Workspace>> Registry::create(const WorkspaceRequest& request) {
    const std::uint64_t number = index_.with([](WorkspaceIndex& index) { return ++index.created; });
    auto workspace = build(request, number);
    if (!workspace) return workspace;
    const bool added = index_.with([&](WorkspaceIndex& index) {
        if (!ensure_capacity(index)) return false;
        add(index, *workspace);
        return true;
    });
    if (added) return workspace;
    return fail(ErrorCode::kLimit,
                fmt::format("{} workspaces are in use, which is the limit", config_.max_workspaces),
                {},
                {"delete workspaces that are no longer needed, or start the mock with a higher "
                 "--max-workspaces"});
}

Result<std::shared_ptr<Workspace>> Registry::build(const WorkspaceRequest& request,
                                                   std::uint64_t number) const {
    auto world = world_for(request);
    if (!world) return fail(world.error());
    auto faults = find_faults(request);
    if (!faults) return fail(faults.error());
    // A separate sequence for each workspace, the same in every run of the server.
    IdSource names(config_.seed ^ (number * 0x9E3779B97F4A7C15U));
    WorkspaceConfig created;
    created.id = number == 0 ? std::string(kDefaultWorkspace) : workspace_id(names);
    created.prefix = "/w/" + created.id;
    // 53 bits: every JSON reader represents them exactly.
    created.setup.seed = request.seed.value_or(names.next() >> 11U);
    IdSource secrets(~created.setup.seed);
    created.setup.identities = make_identities(**world, secrets);
    for (std::size_t i = 0; number == 0 && i < created.setup.identities.size(); ++i) {
        const Identity& known = (*world)->default_identities[i];
        if (!known.api_key.empty()) created.setup.identities[i] = known;
    }
    created.setup.model = config_.model;
    created.setup.world = std::move(*world);
    created.setup.overrides = faults->overrides();
    created.setup.clock = request.clock.value_or(config_.clock);
    created.faults = std::move(*faults);
    created.graphs = config_.graphs;
    return std::make_shared<Workspace>(std::move(created), *host_clock_);
}

/// Returns the requested world, or the first one with the requested hosting: the default world, the
/// world with the name of the hosting, any other world.
Result<std::shared_ptr<const World>> Registry::world_for(const WorkspaceRequest& request) const {
    auto world = find_world(request.world.value_or(config_.default_world));
    if (!world || !request.hosting || (*world)->hosting == *request.hosting) return world;
    if (request.world) {
        return fail(ErrorCode::kUnsupported,
                    fmt::format("the world \"{}\" is {}, not {}; specify only one of the two",
                                *request.world,
                                (*world)->hosting,
                                *request.hosting));
    }
    const auto of_its_name = config_.worlds.find(*request.hosting);
    if (of_its_name != config_.worlds.end() && of_its_name->second->hosting == *request.hosting)
        return of_its_name->second;
    for (const auto& [name, other] : config_.worlds) {
        if (other->hosting == *request.hosting) return other;
    }
    return fail(ErrorCode::kUnsupported, fmt::format("no world is {}", *request.hosting));
}

Result<std::shared_ptr<const World>> Registry::find_world(const std::string& name) const {
    const auto found = config_.worlds.find(name);
    if (found != config_.worlds.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, world] : config_.worlds) names.push_back(known);
    return fail(
        ErrorCode::kNotFound,
        fmt::format("no world is named \"{}\"; the worlds are {}", name, join(names, ", ")));
}

Result<FaultSet> Registry::find_faults(const WorkspaceRequest& request) const {
    const auto variant_ids = request.variants.value_or(config_.default_variants);
    const auto fault_ids = request.faults.value_or(config_.default_faults);
    if (variant_ids.empty() && fault_ids.empty()) return FaultSet();
    const auto& catalogue = config_.faults->catalogue();
    if (!catalogue) return fail(catalogue.error());
    auto all =
        read_each(variant_ids, [&](const std::string& id) { return catalogue->find_variant(id); });
    if (!all) return fail(all.error());
    auto faults = read_each(fault_ids, [&](const std::string& id) { return catalogue->find(id); });
    if (!faults) return fail(faults.error());
    all->insert(all->end(), faults->begin(), faults->end());
    return FaultSet(std::move(*all));
}

std::shared_ptr<Workspace> Registry::find(std::string_view id) {
    return index_.with([&](WorkspaceIndex& index) -> std::shared_ptr<Workspace> {
        const auto found = index.by_id.find(id);
        return found == index.by_id.end() ? nullptr : found->second;
    });
}

std::shared_ptr<Workspace> Registry::find_by_credentials(const std::string* tenant,
                                                         std::string_view key) {
    return index_.with([&](WorkspaceIndex& index) {
        const auto by_tenant =
            tenant ? index.by_tenant.find(to_lower(*tenant)) : index.by_tenant.end();
        if (by_tenant != index.by_tenant.end()) return by_tenant->second;
        const auto by_key = index.by_key.find(key);
        if (by_key != index.by_key.end()) return by_key->second;
        return index.by_id.find(kDefaultWorkspace)->second;
    });
}

bool Registry::remove(std::string_view id) {
    if (id == kDefaultWorkspace) return false;
    return index_.with([&](WorkspaceIndex& index) {
        const auto found = index.by_id.find(id);
        if (found == index.by_id.end()) return false;
        drop(index, std::shared_ptr<Workspace>(found->second));
        return true;
    });
}

std::size_t Registry::size() {
    return index_.with([](WorkspaceIndex& index) { return index.by_id.size(); });
}

/// At the limit, replaces the workspace that has been idle longest, if it has been idle long
/// enough.
bool Registry::ensure_capacity(WorkspaceIndex& index) const {
    if (index.by_id.size() <= config_.max_workspaces)
        return true;  // the default workspace does not count
    std::shared_ptr<Workspace> oldest;
    for (const auto& [id, workspace] : index.by_id) {
        if (id == kDefaultWorkspace) continue;
        if (!oldest || workspace->last_used() < oldest->last_used()) oldest = workspace;
    }
    if (!oldest || host_clock_->now() - oldest->last_used() < config_.idle_timeout) return false;
    drop(index, oldest);
    return true;
}

void Registry::add(WorkspaceIndex& index, const std::shared_ptr<Workspace>& workspace) {
    index.by_id[workspace->id()] = workspace;
    for (const Identity& identity : workspace->identities()) {
        index.by_tenant[identity.tenant_id] = workspace;
        index.by_key[identity.api_key] = workspace;
    }
}

void Registry::drop(WorkspaceIndex& index, const std::shared_ptr<Workspace>& workspace) {
    index.by_id.erase(workspace->id());
    for (const Identity& identity : workspace->identities()) {
        const auto tenant = index.by_tenant.find(identity.tenant_id);
        if (tenant != index.by_tenant.end() && tenant->second == workspace)
            index.by_tenant.erase(tenant);
        const auto key = index.by_key.find(identity.api_key);
        if (key != index.by_key.end() && key->second == workspace) index.by_key.erase(key);
    }
}

}  // namespace plumbline::mock

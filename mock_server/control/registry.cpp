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

Result<std::unique_ptr<Registry>> Registry::make(RegistryParts parts, const Clock& machine) {
    std::unique_ptr<Registry> registry(new Registry(std::move(parts), machine));
    auto first = registry->build({}, 0);
    if (!first) return fail(first.error());
    registry->index_.with([&](Index& index) { add(index, *first); });
    return registry;
}

Result<std::shared_ptr<Workspace>> Registry::create(const WorkspaceOrder& order) {
    const std::uint64_t number = index_.with([](Index& index) { return ++index.made; });
    auto workspace = build(order, number);
    if (!workspace) return workspace;
    const bool added = index_.with([&](Index& index) {
        if (!has_room(index)) return false;
        add(index, *workspace);
        return true;
    });
    if (added) return workspace;
    return fail(
        ErrorCode::kLimit,
        fmt::format("{} workspaces are in use, which is the limit", parts_.max_workspaces),
        {},
        {"delete workspaces that are done with, or start the mock with a higher --max-workspaces"});
}

Result<std::shared_ptr<Workspace>> Registry::build(const WorkspaceOrder& order,
                                                   std::uint64_t number) const {
    auto world = world_for(order);
    if (!world) return fail(world.error());
    auto faults = find_faults(order.faults.value_or(parts_.default_faults));
    if (!faults) return fail(faults.error());
    // A sequence of its own for each workspace, the same in every run of the server.
    IdSource names(parts_.seed ^ (number * 0x9E3779B97F4A7C15U));
    WorkspaceParts made;
    made.id = number == 0 ? std::string(kDefaultWorkspace) : workspace_id(names);
    made.prefix = "/w/" + made.id;
    // 53 bits: what every JSON reader keeps exactly.
    made.birth.seed = order.seed.value_or(names.next() >> 11U);
    IdSource secrets(~made.birth.seed);
    made.birth.identities = make_identities(**world, secrets);
    for (std::size_t i = 0; number == 0 && i < made.birth.identities.size(); ++i) {
        const Identity& known = (*world)->well_known[i];
        if (!known.api_key.empty()) made.birth.identities[i] = known;
    }
    made.birth.laws = parts_.laws;
    made.birth.world = std::move(*world);
    made.birth.switches = faults->switches();
    made.birth.clock = order.clock.value_or(parts_.clock);
    made.faults = std::move(*faults);
    made.graphs = parts_.graphs;
    return std::make_shared<Workspace>(std::move(made), *machine_);
}

/// The world that is named, else the first that is hosted as it should be: the default one, the one
/// that is called as its hosting is, any other.
Result<std::shared_ptr<const World>> Registry::world_for(const WorkspaceOrder& order) const {
    auto world = find_world(order.world.value_or(parts_.default_world));
    if (!world || !order.hosting || (*world)->hosting == *order.hosting) return world;
    if (order.world) {
        return fail(ErrorCode::kUnsupported,
                    fmt::format("the world \"{}\" is {}, not {}; name one of the two",
                                *order.world,
                                (*world)->hosting,
                                *order.hosting));
    }
    const auto of_its_name = parts_.worlds.find(*order.hosting);
    if (of_its_name != parts_.worlds.end() && of_its_name->second->hosting == *order.hosting)
        return of_its_name->second;
    for (const auto& [name, other] : parts_.worlds) {
        if (other->hosting == *order.hosting) return other;
    }
    return fail(ErrorCode::kUnsupported, fmt::format("no world is {}", *order.hosting));
}

Result<std::shared_ptr<const World>> Registry::find_world(const std::string& name) const {
    const auto found = parts_.worlds.find(name);
    if (found != parts_.worlds.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, world] : parts_.worlds) names.push_back(known);
    return fail(ErrorCode::kNotFound,
                fmt::format("no world is named \"{}\"; there are {}", name, join(names, ", ")));
}

Result<FaultSet> Registry::find_faults(const std::vector<std::string>& ids) const {
    std::vector<Fault> faults;
    if (ids.empty()) return FaultSet();
    const auto catalogue = parts_.faults->get();
    if (!catalogue) return fail(catalogue.error());
    for (const std::string& id : ids) {
        auto fault = (*catalogue)->find(id);
        if (!fault) return fail(fault.error());
        faults.push_back(std::move(*fault));
    }
    return FaultSet(std::move(faults));
}

std::shared_ptr<Workspace> Registry::find(std::string_view id) {
    return index_.with([&](Index& index) -> std::shared_ptr<Workspace> {
        const auto found = index.by_id.find(id);
        return found == index.by_id.end() ? nullptr : found->second;
    });
}

std::shared_ptr<Workspace> Registry::find_by(const std::string* tenant, std::string_view key) {
    return index_.with([&](Index& index) {
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
    return index_.with([&](Index& index) {
        const auto found = index.by_id.find(id);
        if (found == index.by_id.end()) return false;
        drop(index, std::shared_ptr<Workspace>(found->second));
        return true;
    });
}

std::size_t Registry::size() {
    return index_.with([](Index& index) { return index.by_id.size(); });
}

/// At the limit the workspace that was idle longest gives way, if it was idle long enough.
bool Registry::has_room(Index& index) const {
    if (index.by_id.size() <= parts_.max_workspaces)
        return true;  // the one from the start does not count
    std::shared_ptr<Workspace> oldest;
    for (const auto& [id, workspace] : index.by_id) {
        if (id == kDefaultWorkspace) continue;
        if (!oldest || workspace->last_used() < oldest->last_used()) oldest = workspace;
    }
    if (!oldest || machine_->now() - oldest->last_used() < parts_.idle) return false;
    drop(index, oldest);
    return true;
}

void Registry::add(Index& index, const std::shared_ptr<Workspace>& workspace) {
    index.by_id[workspace->id()] = workspace;
    for (const Identity& identity : workspace->identities()) {
        index.by_tenant[identity.tenant_id] = workspace;
        index.by_key[identity.api_key] = workspace;
    }
}

void Registry::drop(Index& index, const std::shared_ptr<Workspace>& workspace) {
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

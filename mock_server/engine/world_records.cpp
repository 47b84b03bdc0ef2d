#include "mock_server/engine/world_records.hpp"

#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Returns the schema of the records that an operation reads, null if it reads none.
const Result<Schema>* record_schema(const OperationRoute& route) {
    if (!route.operation || route.api->is_foreign() || !route.spec->collection ||
        !route.spec->is_any_of<ReadRecord>())
        return nullptr;
    const DeclaredResponse* response = route.operation->response_for(route.spec->status);
    if (!response || response->content.empty()) return nullptr;
    if (response->content.front().schema_pointer.empty()) return nullptr;
    return &route.api->schema(response->content.front().schema_pointer);
}

Result<void> check_records(const OperationRoute& route,
                           const Schema& schema,
                           const World& world,
                           Simulation& simulation) {
    return check_each(
        simulation.store.all(route.spec->collection->name),
        [&](const Record* record) -> Result<void> {
            const auto shown = parse_json(*simulation.store.text(*record));
            if (!shown) return fail(shown.error());
            const auto violations = schema.evaluate(*shown);
            if (violations.empty()) return {};
            const Violation& first = violations.front();
            return fail(
                ErrorCode::kInvalid,
                fmt::format("the world \"{}\" has the {} {}, of which {} would be an invalid "
                            "response: {}: {}",
                            world.name,
                            route.spec->collection->title,
                            record->ref.id,
                            route.id,
                            first.instance_pointer.empty() ? "the record" : first.instance_pointer,
                            first.message),
                world.where,
                {"give the record what is missing, or write it as a record of \"history\", which "
                 "the effects of its collection complete"});
        });
}

}  // namespace

Result<void> check_world_records(const OperationTable& operations, Registry& registry) {
    return check_each(registry.config().worlds, [&](const auto& named) -> Result<void> {
        const World& world = *named.second;
        const auto workspace = registry.create({.world = world.name,
                                                .hosting = {},
                                                .seed = {},
                                                .variants = std::vector<std::string>(),
                                                .faults = std::vector<std::string>(),
                                                .clock = {}});
        if (!workspace) return fail(workspace.error());
        auto checked = (*workspace)->simulation().with([&](Simulation& simulation) {
            return check_each(operations.routes(),
                              [&](const OperationRoute& route) -> Result<void> {
                                  const auto* schema = record_schema(route);
                                  if (!schema) return {};
                                  if (!*schema) return fail(schema->error());
                                  return check_records(route, **schema, world, simulation);
                              });
        });
        (void)registry.remove((*workspace)->id());
        return checked;
    });
}

}  // namespace plumbline::mock

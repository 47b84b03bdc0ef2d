#include "mock_server/engine/make_engine.hpp"

#include "mock_server/control/control_calls.hpp"
#include "mock_server/engine/world_records.hpp"
#include "mock_server/inference/inferred_fixtures.hpp"
#include "spec/base/name_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

template <typename T>
std::shared_ptr<const T> make_shared_const(T value) {
    return std::make_shared<const T>(std::move(value));
}

std::set<std::string> rule_ids(const OperationTable& table) {
    std::set<std::string> rules;
    for (const OperationRoute& route : table.routes()) {
        if (!route.operation) continue;
        for (const Rule& rule : route.operation->rules) rules.insert(rule.id);
    }
    return rules;
}

FaultCatalogue::KnownNames known_names(const StateModel& model,
                                       const OperationTable& table,
                                       const std::set<std::string>& rules) {
    FaultCatalogue::KnownNames names;
    for (const OperationRoute& route : table.routes()) names.operations.push_back(route.id);
    names.rules = {rules.begin(), rules.end()};
    names.effects = model.effect_ids();
    const auto table_ids = table.effect_ids();
    names.effects.insert(names.effects.end(), table_ids.begin(), table_ids.end());
    names.machines = keys_of(model.machines);
    names.conditions = model.condition_ids();
    names.model = &model;
    return names;
}

Result<void> check_control(const Contract& contract,
                           const StateModel& model,
                           const ControlSpec& records,
                           const Document& operations) {
    const ApiDocument* api = contract.find_document(kControlDocument);
    // With a user's documents, control operations without fixtures are answered 501.
    if (!api || !user_documents(contract).empty()) return {};
    if (!model.find_event(kPushEvent)) {
        return FixtureValue(operations)
            .fail(fmt::format("the event \"{}\" is missing in \"events\": the control interface "
                              "dispatches it",
                              kPushEvent));
    }
    const auto known = control_operations(records);
    for (const Operation& operation : api->operations()) {
        if (std::find(known.begin(), known.end(), operation.id) != known.end()) continue;
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the control interface does not serve \"{}\"; add a row to kOperations in "
                        "mock_server/control/control.cpp",
                        operation.id),
            operation.where);
    }
    return {};
}

Result<std::shared_ptr<const ControlSpec>> load_control(const Contract& contract,
                                                        const StateModel& model,
                                                        const Document& operations) {
    auto records = ControlSpec::load(operations, model);
    if (!records) return fail(records.error());
    return check_control(contract, model, *records, operations).map([&] {
        return make_shared_const(std::move(*records));
    });
}

/// Returns the fixtures of a contract: inferred ones for documents of users.
Result<Fixtures> open_fixtures(const Contract& contract, const std::string& folder) {
    const auto documents = user_documents(contract);
    Result<Fixtures> fixtures = Fixtures();
    if (!documents.empty()) {
        auto files = inferred_fixtures(documents);
        if (!files) return fail(files.error());
        fixtures = Fixtures(std::move(*files));
    }
    return folder.empty() ? fixtures : fixtures->with_folder(folder);
}

tl::unexpected<Error> world_error(const World& world, const std::string& message) {
    return fail(
        ErrorCode::kInvalid, fmt::format("the world \"{}\" {}", world.name, message), world.where);
}

/// Checks that `known` contains each name. An unknown name in a world would silently have no
/// effect.
template <typename Names, typename Known>
Result<void> check_names_exist(const Names& names,
                               const Known& known,
                               std::string_view what,
                               const World& world) {
    return check_each(names, [&](const std::string& name) -> Result<void> {
        if (std::ranges::count(known, name) > 0) return {};
        return world_error(world,
                           fmt::format("names the {} \"{}\", which does not exist{}",
                                       what,
                                       name,
                                       quoted_name_hint(name, {known.begin(), known.end()})));
    });
}

Result<void> check_world_limits(const World& world, const StateModel& model) {
    std::set<std::string> known{"records", "issued", "streams", "runs", "resumable_bytes"};
    for (const auto& [name, limit] : model.limits) known.insert(name);
    auto checked = check_names_exist(keys_of(world.limits), known, "limit", world);
    if (!checked) return checked;
    return check_each(model.limits, [&](const auto& row) -> Result<void> {
        const auto& [name, limit] = row;
        if (!world.limits.contains(name) || world.time_limits.contains(name) == limit.is_time)
            return {};
        return world_error(
            world,
            fmt::format("needs a {} as limit \"{}\"", limit.is_time ? "duration" : "number", name));
    });
}

/// Checks that each parent, and each record that receives an event, is an earlier record.
Result<void> check_history(const World& world) {
    std::set<std::string> ids{""};
    return check_each(world.history, [&](const PastRecord& record) -> Result<void> {
        const std::string& earlier = record.event.empty() ? record.parent : record.id;
        auto checked =
            check_names_exist(std::vector{earlier}, ids, "earlier record of the history", world);
        ids.insert(record.id);
        return checked;
    });
}

/// Checks that the scripted incidents of a world name records that exist or may be created.
Result<void> check_scripted_incidents(const World& world, const StateModel& model) {
    std::set<std::string> ids{""};
    for (const PastRecord& record : world.history) ids.insert(record.id);
    return check_each(world.incidents, [&](const ScriptedIncident& script) -> Result<void> {
        const Incident& incident = model.incidents.find(script.incident)->second;
        if (script.child && model.collection(incident.collection).parent.empty()) {
            return world_error(world,
                               fmt::format("injects \"{}\" into a child, but \"{}\" have no "
                                           "parent; omit \"child\"",
                                           script.incident,
                                           incident.collection));
        }
        return check_names_exist(std::vector{script.record}, ids, "record of the history", world);
    });
}

Result<void> check_world(const World& world,
                         const StateModel& model,
                         const std::set<std::string>& rules) {
    std::vector<std::string> collections;
    for (const WorldRecord& record : world.records) collections.push_back(record.collection);
    for (const PastRecord& record : world.history) collections.push_back(record.collection);
    std::vector<std::string> incidents;
    for (const ScriptedIncident& script : world.incidents) incidents.push_back(script.incident);
    return check_names_exist(world.disabled_rules, rules, "rule", world)
        .and_then(
            [&] { return check_names_exist(keys_of(world.waived_rules), rules, "rule", world); })
        .and_then([&] {
            return check_names_exist(keys_of(world.timings), model.timing_keys(), "state", world);
        })
        .and_then([&] {
            return check_names_exist(collections, keys_of(model.collections), "collection", world);
        })
        .and_then([&] {
            return check_names_exist(incidents, keys_of(model.incidents), "incident", world);
        })
        .and_then([&] { return check_history(world); })
        .and_then([&] { return check_scripted_incidents(world, model); })
        .and_then([&] { return check_world_limits(world, model); });
}

/// Loads every world, by name, and checks that the rules, states, collections, incidents, limits
/// and records it names exist.
Result<std::map<std::string, std::shared_ptr<const World>, std::less<>>> load_checked_worlds(
    const Fixtures& fixtures, const StateModel& model, const std::set<std::string>& rules) {
    auto worlds = load_worlds(fixtures);
    if (!worlds) return worlds;
    return check_each(*worlds,
                      [&](const auto& world) { return check_world(*world.second, model, rules); })
        .map([&] { return std::move(*worlds); });
}

/// A mock without callbacks and webhooks has no sender.
OutgoingService outgoing_service(const std::shared_ptr<const OutgoingRequests>& requests,
                                 const EngineOptions& options) {
    if (requests->empty()) return {};
    return {
        requests, std::make_shared<OutgoingSender>(options.outgoing_targets), options.webhook_url};
}

Result<std::shared_ptr<const EngineDefinitions>> definitions_of(const EngineOptions& options) {
    if (options.definitions) return options.definitions;
    if (options.contract) return load_definitions(options.contract, options.fixtures);
    auto contract = options.api_files.empty() ? load_contract(options.documents)
                                              : load_user_contract(options.api_files);
    if (!contract) return fail(contract.error());
    auto definitions = load_definitions(*std::move(contract), options.fixtures);
    if (!definitions && !options.documents.empty() && options.fixtures.empty())
        definitions.error().notes.emplace_back(
            "the built-in fixtures are for all built-in documents; give those of " +
            options.documents + " with --fixtures DIR");
    return definitions;
}

}  // namespace

Result<std::shared_ptr<const EngineDefinitions>> load_definitions(
    std::shared_ptr<const Contract> contract, const std::string& fixtures) {
    EngineDefinitions definitions;
    const auto files = open_fixtures(*contract, fixtures);
    if (!files) return fail(files.error());
    definitions.contract = std::move(contract);
    auto operations = files->load("operations.json", "Operations");
    if (!operations) return fail(operations.error());
    auto model = StateModel::load(*files, *operations);
    if (!model) return fail(model.error());
    definitions.model = std::move(*model);
    // Before the faults, which refer to parts of the event.
    auto control = load_control(*definitions.contract, *definitions.model, *operations);
    if (!control) return fail(control.error());
    definitions.control = std::move(*control);
    auto table = OperationTable::load(*operations, *definitions.model, *definitions.contract);
    if (!table) return fail(table.error());
    definitions.operations = make_shared_const(std::move(*table));
    auto outgoing = OutgoingRequests::load(*operations, *definitions.contract);
    if (!outgoing) return fail(outgoing.error());
    definitions.outgoing = make_shared_const(std::move(*outgoing));
    const auto rules = rule_ids(*definitions.operations);
    definitions.faults = std::make_shared<const FaultSource>(
        [files = *files, model = definitions.model, table = definitions.operations, rules] {
            return FaultCatalogue::load(files, known_names(*model, *table, rules));
        });
    if (!fixtures.empty()) {
        if (const auto& faults = definitions.faults->catalogue(); !faults)
            return fail(faults.error());
    }
    auto graphs = load_graphs(*files);
    if (!graphs) return fail(graphs.error());
    definitions.graphs = make_shared_const(std::move(*graphs));
    auto worlds = load_checked_worlds(*files, *definitions.model, rules);
    if (!worlds) return fail(worlds.error());
    definitions.worlds = std::move(*worlds);
    return make_shared_const(std::move(definitions));
}

Result<std::unique_ptr<Engine>> make_engine(const EngineOptions& options, const Clock& host_clock) {
    const auto definitions = definitions_of(options);
    if (!definitions) return fail(definitions.error());
    RegistryConfig config;
    config.model = (*definitions)->model;
    config.worlds = (*definitions)->worlds;
    config.faults = (*definitions)->faults;
    config.control = (*definitions)->control;
    config.graphs = (*definitions)->graphs;
    config.default_world = options.world;
    config.default_variants = options.variants;
    config.default_faults = options.faults;
    config.clock = options.clock;
    config.seed = options.seed;
    config.max_workspaces = options.max_workspaces;
    config.version = options.version;
    auto registry = Registry::make(std::move(config), host_clock);
    if (!registry) return fail(registry.error());
    // The tests check the built-in worlds.
    if (!options.fixtures.empty()) {
        const auto checked = check_world_records(*(*definitions)->operations, **registry);
        if (!checked) return fail(checked.error());
    }
    return std::make_unique<Engine>(
        EngineConfig{(*definitions)->contract,
                     (*definitions)->operations,
                     std::move(*registry),
                     options.access,
                     outgoing_service((*definitions)->outgoing, options)});
}

}  // namespace plumbline::mock

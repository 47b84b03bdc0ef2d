#include "mock_server/engine/assemble.hpp"

#include "mock_server/control/control.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

template <typename T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

std::set<std::string> rules_of(const Plan& plan) {
    std::set<std::string> rules;
    for (const Route& route : plan.routes()) {
        if (!route.operation) continue;
        for (const Rule& rule : route.operation->rules) rules.insert(rule.id);
    }
    return rules;
}

FaultCatalogue::Names names_of(const std::shared_ptr<const Laws>& laws,
                               const Plan& plan,
                               const std::set<std::string>& rules) {
    FaultCatalogue::Names names;
    for (const Route& route : plan.routes()) names.operations.push_back(route.id);
    names.rules = {rules.begin(), rules.end()};
    names.effects = laws->effect_ids();
    const auto of_plan = plan.effect_ids();
    names.effects.insert(names.effects.end(), of_plan.begin(), of_plan.end());
    for (const auto& [name, machine] : laws->machines) names.machines.push_back(name);
    names.conditions = laws->condition_ids();
    names.laws = laws;
    return names;
}

template <typename Names>
Result<void> check_known(const Names& names,
                         const std::set<std::string>& known,
                         std::string_view what,
                         const World& world) {
    for (const std::string& name : names) {
        if (known.contains(name)) continue;
        const std::string near = nearest_name(name, {known.begin(), known.end()});
        return fail(ErrorCode::kInvalid,
                    fmt::format("the world \"{}\" names the {} \"{}\", which does not exist{}",
                                world.name,
                                what,
                                name,
                                near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)),
                    world.where);
    }
    return {};
}

template <typename Map>
std::set<std::string> keys_of(const Map& map) {
    std::set<std::string> keys;
    for (const auto& [key, value] : map) keys.insert(key);
    return keys;
}

Result<void> check_world_limits(const World& world, const Laws& laws) {
    std::set<std::string> known = keys_of(laws.limits);
    known.insert({"records", "issued"});
    auto checked = check_known(keys_of(world.limits), known, "limit", world);
    for (const auto& [name, limit] : laws.limits) {
        if (!checked) return checked;
        if (!world.limits.contains(name) || world.time_limits.contains(name) == limit.is_time)
            continue;
        checked = fail(ErrorCode::kInvalid,
                       fmt::format("the world \"{}\" needs a {} as limit \"{}\"",
                                   world.name,
                                   limit.is_time ? "duration" : "number",
                                   name),
                       world.where);
    }
    return checked;
}

/// Checks that the script of a world is about records that there are or may be.
Result<void> check_scripts(const World& world, const Laws& laws) {
    std::set<std::string> ids;
    for (const PastRecord& record : world.past) ids.insert(record.id);
    for (const ScriptedIncident& script : world.incidents) {
        const Incident& incident = laws.incidents.find(script.incident)->second;
        if (script.child && laws.collection(incident.collection).parent.empty()) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("the world \"{}\" lets \"{}\" strike a child, but \"{}\" belong "
                            "to nothing; leave out \"child\"",
                            world.name,
                            script.incident,
                            incident.collection),
                world.where);
        }
        const std::vector<std::string> struck{script.record};
        auto checked = script.record.empty()
                           ? Result<void>()
                           : check_known(struck, ids, "record of the past", world);
        if (!checked) return checked;
    }
    return {};
}

/// A world that names what is not there would silently do nothing of what it says.
Result<void> check_world(const World& world,
                         const Stock& stock,
                         const std::set<std::string>& rules) {
    std::vector<std::string> filled;
    for (const WorldRecord& record : world.records) filled.push_back(record.collection);
    for (const PastRecord& record : world.past) filled.push_back(record.collection);
    std::vector<std::string> incidents;
    for (const ScriptedIncident& script : world.incidents) incidents.push_back(script.incident);
    const Laws& laws = *stock.laws;
    return check_known(world.disabled_rules, rules, "rule", world)
        .and_then([&] { return check_known(keys_of(world.lifted_rules), rules, "rule", world); })
        .and_then([&] {
            return check_known(keys_of(world.timings), laws.timed_places(), "state", world);
        })
        .and_then(
            [&] { return check_known(filled, keys_of(laws.collections), "collection", world); })
        .and_then(
            [&] { return check_known(incidents, keys_of(laws.incidents), "incident", world); })
        .and_then([&] { return check_scripts(world, laws); })
        .and_then([&] { return check_world_limits(world, laws); });
}

Result<void> check_control(const Contract& contract,
                           const Laws& laws,
                           const ControlRecords& records,
                           const Document& operations) {
    const ApiDocument* api = contract.find_document(kControlDocument);
    if (!api) return {};
    if (!laws.find_event(kPushEvent)) {
        return fail_at(operations,
                       "",
                       fmt::format("needs the event \"{}\" in \"events\": the control interface "
                                   "plays it",
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

Result<Fixtures> open_fixtures(const std::string& folder) {
    return folder.empty() ? Result<Fixtures>(Fixtures()) : Fixtures::with_folder(folder);
}

}  // namespace

Result<std::shared_ptr<const Stock>> load_stock(const std::string& documents,
                                                const std::string& fixtures) {
    Stock stock;
    const auto files = open_fixtures(fixtures);
    if (!files) return fail(files.error());
    auto contract = load_contract(documents);
    if (!contract) return fail(contract.error());
    stock.contract = std::move(*contract);
    auto operations = files->load("operations.json", "Operations");
    if (!operations) return fail(operations.error());
    auto laws = Laws::load(*files, *operations);
    if (!laws) return fail(laws.error());
    stock.laws = std::move(*laws);
    auto control = ControlRecords::load(*operations, *stock.laws);
    if (!control) return fail(control.error());
    stock.control = shared(std::move(*control));
    // Before the faults, which name parts of the event.
    const auto checked = check_control(*stock.contract, *stock.laws, *stock.control, *operations);
    if (!checked) return fail(checked.error());
    auto plan = Plan::load(*operations, *stock.laws, *stock.contract);
    if (!plan) return fail(plan.error());
    stock.plan = shared(std::move(*plan));
    const auto rules = rules_of(*stock.plan);
    auto faults = FaultCatalogue::load(*files, names_of(stock.laws, *stock.plan, rules));
    if (!faults) return fail(faults.error());
    stock.faults = shared(std::move(*faults));
    auto worlds = load_worlds(*files);
    if (!worlds) return fail(worlds.error());
    stock.worlds = std::move(*worlds);
    for (const auto& [name, world] : stock.worlds) {
        const auto right = check_world(*world, stock, rules);
        if (!right) return fail(right.error());
    }
    return shared(std::move(stock));
}

Result<std::unique_ptr<Engine>> assemble(const Assembly& assembly, const Clock& machine) {
    const auto stock = assembly.stock ? Result<std::shared_ptr<const Stock>>(assembly.stock)
                                      : load_stock(assembly.documents, assembly.fixtures);
    if (!stock) return fail(stock.error());
    RegistryParts parts;
    parts.laws = (*stock)->laws;
    parts.worlds = (*stock)->worlds;
    parts.faults = (*stock)->faults;
    parts.control = (*stock)->control;
    parts.default_world = assembly.world;
    parts.default_faults = assembly.faults;
    parts.clock = assembly.clock;
    parts.seed = assembly.seed;
    parts.max_workspaces = assembly.max_workspaces;
    parts.version = assembly.version;
    auto registry = Registry::make(std::move(parts), machine);
    if (!registry) return fail(registry.error());
    return std::make_unique<Engine>(
        EngineParts{(*stock)->contract, (*stock)->plan, std::move(*registry), assembly.settings});
}

}  // namespace plumbline::mock

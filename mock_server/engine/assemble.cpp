#include "mock_server/engine/assemble.hpp"

#include "mock_server/control/control.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

/// Everything that is loaded before a workspace can be made.
struct Loaded {
    std::shared_ptr<const Contract> contract;
    std::shared_ptr<const Laws> laws;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const FaultCatalogue> faults;
    std::set<std::string> rules;  ///< ids of all rules of the contract
};

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

FaultCatalogue::Names names_of(const Laws& laws,
                               const Plan& plan,
                               const std::set<std::string>& rules) {
    FaultCatalogue::Names names;
    for (const Route& route : plan.routes()) names.operations.push_back(route.id);
    names.rules = {rules.begin(), rules.end()};
    names.effects = laws.effect_ids();
    const auto of_plan = plan.effect_ids();
    names.effects.insert(names.effects.end(), of_plan.begin(), of_plan.end());
    for (const auto& [name, machine] : laws.machines) names.machines.push_back(name);
    names.conditions = laws.condition_ids();
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

/// A world that names what is not there would silently do nothing of what it says.
Result<void> check_world(const World& world, const Loaded& loaded) {
    std::set<std::string> states;
    for (const auto& [name, machine] : loaded.laws->machines) {
        for (const State& state : machine.states()) states.insert(name + '/' + state.name);
    }
    std::set<std::string> collections;
    for (const auto& [name, collection] : loaded.laws->collections) collections.insert(name);
    std::vector<std::string> timed;
    for (const auto& [name, time] : world.timings) timed.push_back(name);
    std::vector<std::string> filled;
    for (const WorldRecord& record : world.records) filled.push_back(record.collection);
    std::vector<std::string> lifted;
    for (const auto& [name, sources] : world.lifted_rules) lifted.push_back(name);
    return check_known(world.disabled_rules, loaded.rules, "rule", world)
        .and_then([&] { return check_known(lifted, loaded.rules, "rule", world); })
        .and_then([&] { return check_known(timed, states, "state", world); })
        .and_then([&] { return check_known(filled, collections, "collection", world); });
}

Result<void> check_control(const Contract& contract, const Laws& laws, const Document& operations) {
    const ApiDocument* api = contract.find_document(kControlDocument);
    if (!api) return {};
    if (!laws.find_event(kPushEvent)) {
        return fail_at(operations,
                       "",
                       fmt::format("needs the event \"{}\" in \"events\": the control interface "
                                   "plays it",
                                   kPushEvent));
    }
    const auto known = control_operations();
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

Result<Loaded> load(const Assembly& assembly, const Fixtures& fixtures) {
    Loaded loaded;
    auto contract = assembly.contract ? Result<std::shared_ptr<const Contract>>(assembly.contract)
                                      : load_contract(assembly.documents);
    if (!contract) return fail(contract.error());
    loaded.contract = std::move(*contract);
    auto operations = fixtures.load("operations.json", "Operations");
    if (!operations) return fail(operations.error());
    auto laws = Laws::load(fixtures, *operations);
    if (!laws) return fail(laws.error());
    loaded.laws = std::move(*laws);
    // Before the faults, which name parts of the event.
    const auto checked = check_control(*loaded.contract, *loaded.laws, *operations);
    if (!checked) return fail(checked.error());
    auto plan = Plan::load(*operations, *loaded.laws, *loaded.contract);
    if (!plan) return fail(plan.error());
    loaded.plan = shared(std::move(*plan));
    loaded.rules = rules_of(*loaded.plan);
    auto faults =
        FaultCatalogue::load(fixtures, names_of(*loaded.laws, *loaded.plan, loaded.rules));
    if (!faults) return fail(faults.error());
    loaded.faults = shared(std::move(*faults));
    return loaded;
}

Result<Fixtures> open_fixtures(const std::string& folder) {
    return folder.empty() ? Result<Fixtures>(Fixtures()) : Fixtures::with_folder(folder);
}

}  // namespace

Result<std::unique_ptr<Engine>> assemble(const Assembly& assembly, const Clock& machine) {
    const auto fixtures = open_fixtures(assembly.fixtures);
    if (!fixtures) return fail(fixtures.error());
    auto loaded = load(assembly, *fixtures);
    if (!loaded) return fail(loaded.error());
    auto worlds = load_worlds(*fixtures);
    if (!worlds) return fail(worlds.error());
    for (const auto& [name, world] : *worlds) {
        const auto checked = check_world(*world, *loaded);
        if (!checked) return fail(checked.error());
    }
    RegistryParts parts;
    parts.laws = loaded->laws;
    parts.worlds = std::move(*worlds);
    parts.faults = loaded->faults;
    parts.default_world = assembly.world;
    parts.default_faults = assembly.faults;
    parts.clock = assembly.clock;
    parts.seed = assembly.seed;
    parts.max_workspaces = assembly.max_workspaces;
    parts.version = assembly.version;
    auto registry = Registry::make(std::move(parts), machine);
    if (!registry) return fail(registry.error());
    return std::make_unique<Engine>(EngineParts{std::move(loaded->contract),
                                                std::move(loaded->plan),
                                                std::move(*registry),
                                                assembly.settings});
}

}  // namespace plumbline::mock

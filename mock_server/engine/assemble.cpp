#include "mock_server/engine/assemble.hpp"

#include "mock_server/control/control.hpp"
#include "mock_server/engine/check_worlds.hpp"

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

Result<std::shared_ptr<const ControlRecords>> load_control(const Contract& contract,
                                                           const Laws& laws,
                                                           const Document& operations) {
    auto records = ControlRecords::load(operations, laws);
    if (!records) return fail(records.error());
    return check_control(contract, laws, *records, operations).map([&] {
        return shared(std::move(*records));
    });
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
    // Before the faults, which name parts of the event.
    auto control = load_control(*stock.contract, *stock.laws, *operations);
    if (!control) return fail(control.error());
    stock.control = std::move(*control);
    auto plan = Plan::load(*operations, *stock.laws, *stock.contract);
    if (!plan) return fail(plan.error());
    stock.plan = shared(std::move(*plan));
    const auto rules = rules_of(*stock.plan);
    stock.faults = std::make_shared<const LazyCatalogue>(
        [files = *files, laws = stock.laws, plan = stock.plan, rules] {
            return FaultCatalogue::load(files, names_of(laws, *plan, rules));
        });
    if (!documents.empty() || !fixtures.empty()) {
        if (const auto faults = stock.faults->get(); !faults) return fail(faults.error());
    }
    auto graphs = load_graphs(*files);
    if (!graphs) return fail(graphs.error());
    stock.graphs = shared(std::move(*graphs));
    auto worlds = load_worlds(*files, *stock.laws, rules);
    if (!worlds) return fail(worlds.error());
    stock.worlds = std::move(*worlds);
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
    parts.graphs = (*stock)->graphs;
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

#include "mock_server/faults/fault.hpp"

#include "mock_server/faults/machine_faults.hpp"
#include "spec/base/name_hint.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline::mock {
namespace {

constexpr std::array<std::pair<std::string_view, FaultStage>, 7> kFaultStages{{
    {"credentials", FaultStage::kCredentials},
    {"tenant", FaultStage::kTenant},
    {"parameters", FaultStage::kParameters},
    {"rules", FaultStage::kRules},
    {"state", FaultStage::kState},
    {"deletion", FaultStage::kDeletion},
    {"base_path", FaultStage::kBasePath},
}};

constexpr std::array<std::pair<std::string_view, RunFault>, 11> kRunFaults{{
    {"forgets_state", RunFault::kForgetsState},
    {"shares_state", RunFault::kSharesState},
    {"keeps_stateless", RunFault::kKeepsStateless},
    {"replays_on_join", RunFault::kReplaysOnJoin},
    {"splits_events", RunFault::kSplitsEvents},
    {"ends_with_client", RunFault::kEndsWithClient},
    {"finds_any_run", RunFault::kFindsAnyRun},
    {"accepts_any_graph", RunFault::kAcceptsAnyGraph},
    {"streams_subgraphs", RunFault::kStreamsSubgraphs},
    {"hides_subgraphs", RunFault::kHidesSubgraphs},
    {"streams_values", RunFault::kStreamsValues},
}};

/// Returns the value with that name in a table, nothing if there is none.
template <typename Table>
auto find_named(const Table& table, std::string_view name) {
    const auto row = std::ranges::find(table, name, &Table::value_type::first);
    return row == table.end() ? std::nullopt : std::optional(row->second);
}

using Names = std::set<std::string, std::less<>>;

Names names_in(const FixtureValue& node, std::string_view key) {
    const auto names = node.texts(key);
    return {names.begin(), names.end()};
}

Result<Fault> read_fault(const FixtureValue& node) {
    Fault fault;
    fault.id = node.text("id");
    fault.summary = node.text("summary");
    fault.breaks = node.texts("breaks");
    fault.operations = names_in(node, "operations");
    fault.overrides.disabled_effects = names_in(node, "disable_effects");
    fault.overrides.forced_effects = names_in(node, "force_effects");
    fault.overrides.frozen_machines = names_in(node, "freeze_machines");
    fault.overrides.disabled_conditions = names_in(node, "disable_conditions");
    fault.disabled_rules = names_in(node, "disable_rules");
    fault.tolerates = node.texts("tolerate");
    fault.refuse_but_execute = node.flag("refuse_but_execute");
    for (const std::string& name : node.texts("skip")) {
        if (const auto stage = find_named(kFaultStages, name)) fault.skips.insert(*stage);
    }
    for (const std::string& key : node.texts("runs")) {
        const auto run_fault = find_named(kRunFaults, key);
        if (!run_fault)
            return node.at("runs").fail(fmt::format("\"{}\" is not a fault of runs", key));
        fault.run_faults.insert(*run_fault);
    }
    return assign(read_effects(node.at("effects"), PlaceholderScope::kRequest), fault.effects)
        .and_then(
            [&] { return assign(read_stream_changes(node.at("stream")), fault.stream_changes); })
        .and_then(
            [&] { return assign(read_response_changes(node.at("reply")), fault.response_changes); })
        .map([&] { return std::move(fault); });
}

/// A fault with an unknown name would have no effect and prove nothing.
Result<void> check_fault(const Fault& fault,
                         const FaultCatalogue::KnownNames& known,
                         const FixtureValue& node) {
    struct NameCheck {
        std::string_view what;
        const Names& names;
        const std::vector<std::string>& known;
    };
    const std::array<NameCheck, 6> checks{{
        {"operation", fault.operations, known.operations},
        {"effect", fault.overrides.disabled_effects, known.effects},
        {"effect", fault.overrides.forced_effects, known.effects},
        {"machine", fault.overrides.frozen_machines, known.machines},
        {"condition", fault.overrides.disabled_conditions, known.conditions},
        {"rule", fault.disabled_rules, known.rules},
    }};
    return check_each(checks, [&](const NameCheck& check) {
        return check_each(check.names, [&](const std::string& name) -> Result<void> {
            if (std::ranges::count(check.known, name) > 0) return {};
            return node.fail(fmt::format(
                "no {} is named \"{}\"{}", check.what, name, quoted_name_hint(name, check.known)));
        });
    });
}

}  // namespace

bool Fault::applies_to(std::string_view operation_id) const {
    return operations.empty() || operations.contains(operation_id);
}

Result<FaultCatalogue> FaultCatalogue::load(const Fixtures& fixtures, KnownNames known) {
    FaultCatalogue catalogue;
    const auto add = [&](const FixtureValue& node) -> Result<void> {
        auto fault = read_fault(node);
        if (!fault) return fail(fault.error());
        auto checked = check_fault(*fault, known, node).and_then([&] {
            return read_machine_faults(node, *known.model, fault->overrides);
        });
        if (!checked) return checked;
        if (std::ranges::count(catalogue.faults_, fault->id, &Fault::id) > 0)
            return node.at("id").fail(fmt::format("a second fault is named \"{}\"", fault->id));
        catalogue.faults_.push_back(std::move(*fault));
        return {};
    };
    const auto added = check_each(fixtures.list("faults"), [&](const std::string& path) {
        return fixtures.load(path, "Faults").and_then([&](const Document& document) {
            return check_each(FixtureValue(document).at("faults").items(), add);
        });
    });
    if (!added) return fail(added.error());
    catalogue.rules_ = std::move(known.rules);
    return catalogue;
}

Result<Fault> FaultCatalogue::find(std::string_view id) const {
    constexpr std::string_view kDisable = "disable:";
    std::vector<std::string> names;
    if (id.substr(0, kDisable.size()) == kDisable) {
        const std::string rule(id.substr(kDisable.size()));
        for (const std::string& name : rules_) names.push_back(std::string(kDisable) + name);
        if (std::find(rules_.begin(), rules_.end(), rule) != rules_.end()) {
            Fault fault;
            fault.id = std::string(id);
            fault.disabled_rules = {rule};
            return fault;
        }
    }
    for (const Fault& fault : faults_) {
        if (fault.id == id) return fault;
        names.push_back(fault.id);
    }
    return fail(ErrorCode::kNotFound,
                fmt::format("no fault is named \"{}\"{}", id, quoted_name_hint(id, names)),
                {},
                {"--list-faults prints them all"});
}

bool FaultSet::skips(FaultStage stage, std::string_view operation_id, bool is_second_try) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return (is_second_try || !fault.refuse_but_execute) && fault.skips.contains(stage) &&
               fault.applies_to(operation_id);
    });
}

bool FaultSet::executes_refused(std::string_view operation_id) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return fault.refuse_but_execute && fault.applies_to(operation_id);
    });
}

FaultOverrides FaultSet::overrides() const {
    FaultOverrides all;
    for (const Fault& fault : faults_) {
        all.merge(fault.overrides);
        if (fault.skips.contains(FaultStage::kDeletion)) all.retains_deleted = true;
    }
    return all;
}

std::set<std::string, std::less<>> FaultSet::disabled_rules() const {
    Names rules;
    for (const Fault& fault : faults_)
        rules.insert(fault.disabled_rules.begin(), fault.disabled_rules.end());
    return rules;
}

template <typename Item>
std::vector<Item> FaultSet::items_for(std::string_view operation_id,
                                      std::vector<Item> Fault::*list) const {
    std::vector<Item> items;
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        items.insert(items.end(), (fault.*list).begin(), (fault.*list).end());
    }
    return items;
}

std::vector<Effect> FaultSet::effects(std::string_view operation_id) const {
    return items_for(operation_id, &Fault::effects);
}

std::vector<std::string> FaultSet::tolerated_pointers(std::string_view operation_id) const {
    return items_for(operation_id, &Fault::tolerates);
}

RunFaults FaultSet::run_faults() const {
    RunFaults run_faults;
    for (const Fault& fault : faults_)
        run_faults.insert(fault.run_faults.begin(), fault.run_faults.end());
    return run_faults;
}

EngineResponse FaultSet::apply(std::string_view operation_id, EngineResponse response) const {
    const int status = response.status;
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        if (response.stream)
            response.stream = with_changes(std::move(response.stream), fault.stream_changes);
        response = with_changes(std::move(response), fault.response_changes, status);
    }
    return response;
}

std::vector<std::string> FaultSet::ids() const {
    std::vector<std::string> ids;
    for (const Fault& fault : faults_) ids.push_back(fault.id);
    return ids;
}

}  // namespace plumbline::mock

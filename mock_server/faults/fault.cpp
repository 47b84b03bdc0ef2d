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

constexpr std::array<std::pair<std::string_view, FaultStage>, 9> kFaultStages{{
    {"credentials", FaultStage::kCredentials},
    {"key", FaultStage::kKey},
    {"tenant", FaultStage::kTenant},
    {"parent", FaultStage::kParent},
    {"parameters", FaultStage::kParameters},
    {"rules", FaultStage::kRules},
    {"state", FaultStage::kState},
    {"deletion", FaultStage::kDeletion},
    {"base_path", FaultStage::kBasePath},
}};

constexpr std::array<std::pair<std::string_view, RunFault>, 54> kRunFaults{{
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
    {"pairs_in_data", RunFault::kPairsInData},
    {"names_nodes", RunFault::kNamesNodes},
    {"starts_late", RunFault::kStartsLate},
    {"ends_late", RunFault::kEndsLate},
    {"refuses_late_joins", RunFault::kRefusesLateJoins},
    {"omits_first_state", RunFault::kOmitsFirstState},
    {"states_first", RunFault::kStatesFirst},
    {"groups_tokens", RunFault::kGroupsTokens},
    {"empty_tokens", RunFault::kEmptyTokens},
    {"starts_joins", RunFault::kStartsJoins},
    {"refuses_mode_texts", RunFault::kRefusesModeTexts},
    {"refuses_mode_lists", RunFault::kRefusesModeLists},
    {"refuses_other_input", RunFault::kRefusesOtherInput},
    {"first_mode_only", RunFault::kFirstModeOnly},
    {"lists_of_one_as_updates", RunFault::kListsOfOneAsUpdates},
    {"ignores_modes", RunFault::kIgnoresModes},
    {"shares_input", RunFault::kSharesInput},
    {"keeps_assistant", RunFault::kKeepsAssistant},
    {"no_start_of_tokens", RunFault::kNoStartOfTokens},
    {"no_start_of_several_modes", RunFault::kNoStartOfSeveralModes},
    {"start_names_thread", RunFault::kStartNamesThread},
    {"one_mode_name", RunFault::kOneModeName},
    {"no_mode_name", RunFault::kNoModeName},
    {"reversed_pairs", RunFault::kReversedPairs},
    {"previous_node", RunFault::kPreviousNode},
    {"state_as_update", RunFault::kStateAsUpdate},
    {"merges_updates", RunFault::kMergesUpdates},
    {"growing_tokens", RunFault::kGrowingTokens},
    {"whole_messages", RunFault::kWholeMessages},
    {"repeats_messages", RunFault::kRepeatsMessages},
    {"no_namespaces", RunFault::kNoNamespaces},
    {"one_namespace", RunFault::kOneNamespace},
    {"empty_joins", RunFault::kEmptyJoins},
    {"joins_newest", RunFault::kJoinsNewest},
    {"loses_first_reader", RunFault::kLosesFirstReader},
    {"ends_with_joiner", RunFault::kEndsWithJoiner},
    {"forgets_left_runs", RunFault::kForgetsLeftRuns},
    {"repeats_last_step", RunFault::kRepeatsLastStep},
    {"busy_after_failure", RunFault::kBusyAfterFailure},
    {"stays_open_after_failure", RunFault::kStaysOpenAfterFailure},
    {"subgraphs_in_threads", RunFault::kSubgraphsInThreads},
    {"subgraphs_of_mode_lists", RunFault::kSubgraphsOfModeLists},
    {"joins_stay_open", RunFault::kJoinsStayOpen},
}};

constexpr std::array<std::pair<std::string_view, SlashRedirect>, 2> kSlashRedirects{{
    {"removed", SlashRedirect::kRemovesSlash},
    {"added", SlashRedirect::kAddsSlash},
}};

constexpr std::array<std::pair<std::string_view, PickedRecord>, 2> kPickedRecords{{
    {"newest", PickedRecord::kNewest},
    {"oldest", PickedRecord::kOldest},
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
    fault.is_variant = node.at("source").exists();
    fault.breaks = node.texts(fault.is_variant ? "departs" : "breaks");
    fault.slash_redirect =
        find_named(kSlashRedirects, node.text("trailing_slash")).value_or(SlashRedirect::kNone);
    fault.picks = find_named(kPickedRecords, node.text("picks")).value_or(PickedRecord::kNamed);
    fault.operations = names_in(node, "operations");
    fault.overrides.disabled_effects = names_in(node, "disable_effects");
    fault.overrides.forced_effects = names_in(node, "force_effects");
    fault.overrides.frozen_machines = names_in(node, "freeze_machines");
    fault.overrides.disabled_conditions = names_in(node, "disable_conditions");
    fault.disabled_rules = names_in(node, "disable_rules");
    fault.tolerates = node.texts("tolerate");
    fault.refused_nulls = node.texts("refuse_null");
    fault.refuse_but_execute = node.flag("refuse_but_execute");
    for (const std::string& name : node.texts("skip")) {
        if (const auto stage = find_named(kFaultStages, name)) fault.skips.insert(*stage);
    }
    for (const std::string& name : node.texts("input")) {
        if (const auto change = find_value_change(name)) fault.input_changes.push_back(*change);
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

/// The files of faults, and those of variants.
struct FaultFiles {
    const char* folder;  ///< and the member of a file with the list
    const char* kind;
    std::vector<Fault> faults;
};

Result<void> load_all(const Fixtures& fixtures,
                      const FaultCatalogue::KnownNames& known,
                      FaultFiles& files) {
    const auto add = [&](const FixtureValue& node) -> Result<void> {
        auto fault = read_fault(node);
        if (!fault) return fail(fault.error());
        auto checked = check_fault(*fault, known, node).and_then([&] {
            return read_machine_faults(node, *known.model, fault->overrides);
        });
        if (!checked) return checked;
        if (std::ranges::count(files.faults, fault->id, &Fault::id) > 0) {
            return node.at("id").fail(fmt::format(
                "a second {} is named \"{}\"", fault->is_variant ? "variant" : "fault", fault->id));
        }
        files.faults.push_back(std::move(*fault));
        return {};
    };
    return check_each(fixtures.list(files.folder), [&](const std::string& path) {
        return fixtures.load(path, files.kind).and_then([&](const Document& document) {
            return check_each(FixtureValue(document).at(files.folder).items(), add);
        });
    });
}

/// Errors: kNotFound, with the nearest of `names`.
Result<Fault> find_by_id(const std::vector<Fault>& faults,
                         std::string_view id,
                         std::string_view kind,
                         std::vector<std::string> names) {
    const auto found = std::ranges::find(faults, id, &Fault::id);
    if (found != faults.end()) return *found;
    for (const Fault& fault : faults) names.push_back(fault.id);
    return fail(ErrorCode::kNotFound,
                fmt::format("no {} is named \"{}\"{}", kind, id, quoted_name_hint(id, names)),
                {},
                {fmt::format("--list-{}s prints them all", kind)});
}

}  // namespace

Result<FaultCatalogue> FaultCatalogue::load(const Fixtures& fixtures, KnownNames known) {
    FaultCatalogue catalogue;
    FaultFiles faults{"faults", "Faults", {}};
    FaultFiles variants{"variants", "Variants", {}};
    for (FaultFiles* files : {&faults, &variants}) {
        const auto loaded = load_all(fixtures, known, *files);
        if (!loaded) return fail(loaded.error());
    }
    catalogue.faults_ = std::move(faults.faults);
    catalogue.variants_ = std::move(variants.faults);
    catalogue.rules_ = std::move(known.rules);
    catalogue.operations_ = std::move(known.operations);
    return catalogue;
}

Result<Fault> FaultCatalogue::find(std::string_view id) const {
    constexpr std::string_view kDisable = "disable:";
    constexpr std::string_view kTolerate = "tolerate:";
    std::vector<std::string> names;
    Fault fault;
    fault.id = std::string(id);
    if (id.starts_with(kDisable)) {
        const std::string rule(id.substr(kDisable.size()));
        for (const std::string& name : rules_) names.push_back(std::string(kDisable) + name);
        fault.disabled_rules = {rule};
        if (std::ranges::count(rules_, rule) > 0) return fault;
    }
    if (id.starts_with(kTolerate)) {
        const std::string_view at = id.substr(kTolerate.size());
        const std::string operation(at.substr(0, at.find(':')));
        const std::string pointer(at.substr(std::min(operation.size() + 1, at.size())));
        for (const std::string& name : operations_)
            names.push_back(fmt::format("{}{}:{}", kTolerate, name, pointer));
        fault.operations = {operation};
        fault.tolerates = {pointer};
        if (std::ranges::count(operations_, operation) > 0) return fault;
    }
    return find_by_id(faults_, id, "fault", std::move(names));
}

Result<Fault> FaultCatalogue::find_variant(std::string_view id) const {
    return find_by_id(variants_, id, "variant", {});
}

const Result<FaultCatalogue>& FaultSource::catalogue() const {
    std::call_once(is_read_, [&] { catalogue_.emplace(load_()); });
    return *catalogue_;
}

}  // namespace plumbline::mock

#include "mock_server/faults/fault.hpp"

#include "mock_server/faults/machine_faults.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline::mock {
namespace {

using Kind = ReplyChange::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> kChangeWords{{
    {"status", Kind::kStatus},
    {"set", Kind::kSet},
    {"remove", Kind::kRemove},
    {"rename", Kind::kRename},
    {"reverse", Kind::kReverse},
    {"set_header", Kind::kSetHeader},
    {"remove_header", Kind::kRemoveHeader},
}};

constexpr std::array<std::pair<std::string_view, Stage>, 7> kStages{{
    {"credentials", Stage::kCredentials},
    {"tenant", Stage::kTenant},
    {"parameters", Stage::kParameters},
    {"rules", Stage::kRules},
    {"state", Stage::kState},
    {"deletion", Stage::kDeletion},
    {"base_path", Stage::kBasePath},
}};

std::set<std::string, std::less<>> names_in(const Json& node, std::string_view key) {
    const auto names = strings_or_empty(node, key);
    return {names.begin(), names.end()};
}

Result<ReplyChange> read_change(const Document& fixture,
                                const Json& node,
                                const std::string& pointer) {
    ReplyChange change;
    const auto word = std::find_if(kChangeWords.begin(), kChangeWords.end(), [&](const auto& row) {
        return member(node, row.first) != nullptr;
    });
    if (word == kChangeWords.end()) {
        return fail_at(fixture,
                       pointer,
                       "a reply change needs one of status, set, remove, rename, reverse, "
                       "set_header, remove_header");
    }
    change.kind = word->second;
    const Json* to = member(node, change.kind == Kind::kStatus ? "status" : "to");
    const bool needs_value = change.kind == Kind::kSet || change.kind == Kind::kRename ||
                             change.kind == Kind::kSetHeader;
    if (needs_value && !to) return fail_at(fixture, pointer, "this change needs \"to\"");
    change.name = string_or(node, word->first, "");
    change.value = std::make_shared<const Json>(to ? *to : Json());
    if (const Json* statuses = member(node, "when_status")) {
        for (const Json& status : *statuses) change.statuses.push_back(status.get<int>());
    }
    return change;
}

Result<Fault> read_fault(const Document& fixture, const Json& node, const std::string& pointer) {
    Fault fault;
    fault.id = string_or(node, "id", "");
    fault.summary = string_or(node, "summary", "");
    fault.breaks = strings_or_empty(node, "breaks");
    fault.operations = names_in(node, "operations");
    fault.switches.disabled_effects = names_in(node, "disable_effects");
    fault.switches.forced_effects = names_in(node, "force_effects");
    fault.switches.frozen_machines = names_in(node, "freeze_machines");
    fault.switches.disabled_conditions = names_in(node, "disable_conditions");
    fault.disabled_rules = names_in(node, "disable_rules");
    fault.tolerates = strings_or_empty(node, "tolerate");
    fault.in_secret = bool_or(node, "in_secret", false);
    for (const std::string& name : strings_or_empty(node, "skip")) {
        if (const auto stage = parse_stage(name)) fault.skips.insert(*stage);
    }
    auto effects = read_effects(fixture, pointer + "/effects", Around::kRequest);
    if (!effects) return fail(effects.error());
    fault.effects = std::move(*effects);
    auto stream = read_stream_changes(fixture, pointer + "/stream");
    if (!stream) return fail(stream.error());
    fault.stream = std::move(*stream);
    for (const std::string& word : strings_or_empty(node, "runs")) {
        const auto flaw = parse_run_flaw(word);
        if (!flaw)
            return fail_at(
                fixture, pointer + "/runs", fmt::format("\"{}\" is no flaw of runs", word));
        fault.runs.insert(*flaw);
    }
    const Json* changes = member(node, "reply");
    for (std::size_t i = 0; changes && i < changes->size(); ++i) {
        auto change = read_change(fixture, (*changes)[i], fmt::format("{}/reply/{}", pointer, i));
        if (!change) return fail(change.error());
        fault.reply.push_back(std::move(*change));
    }
    return fault;
}

/// A fault that names what does not exist would break nothing and prove nothing.
template <typename Set>
Result<void> check_names(const Set& names,
                         const std::vector<std::string>& known,
                         std::string_view what,
                         const Document& fixture,
                         const std::string& pointer) {
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string near = nearest_name(name, known);
        return fail_at(
            fixture,
            pointer,
            fmt::format("no {} is named \"{}\"{}",
                        what,
                        name,
                        near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
    }
    return {};
}

Result<void> check_fault(const Fault& fault,
                         const FaultCatalogue::Names& known,
                         const Document& fixture,
                         const std::string& pointer) {
    const auto check = [&](const auto& names, const auto& names_known, std::string_view what) {
        return check_names(names, names_known, what, fixture, pointer);
    };
    return check(fault.operations, known.operations, "operation")
        .and_then([&] { return check(fault.switches.disabled_effects, known.effects, "effect"); })
        .and_then([&] { return check(fault.switches.forced_effects, known.effects, "effect"); })
        .and_then([&] { return check(fault.switches.frozen_machines, known.machines, "machine"); })
        .and_then([&] {
            return check(fault.switches.disabled_conditions, known.conditions, "condition");
        })
        .and_then([&] { return check(fault.disabled_rules, known.rules, "rule"); });
}

}  // namespace

std::optional<Stage> parse_stage(std::string_view name) {
    for (const auto& [word, stage] : kStages) {
        if (word == name) return stage;
    }
    return std::nullopt;
}

bool Fault::applies_to(std::string_view operation_id) const {
    return operations.empty() || operations.contains(operation_id);
}

Result<FaultCatalogue> FaultCatalogue::load(const Fixtures& fixtures, Names known) {
    FaultCatalogue catalogue;
    for (const std::string& path : fixtures.list("faults")) {
        const auto document = fixtures.load(path, "Faults");
        if (!document) return fail(document.error());
        const Json* nodes = member(*document->root, "faults");
        for (std::size_t i = 0; nodes && i < nodes->size(); ++i) {
            const std::string pointer = fmt::format("/faults/{}", i);
            auto fault = read_fault(*document, (*nodes)[i], pointer);
            if (!fault) return fail(fault.error());
            const auto checked = check_fault(*fault, known, *document, pointer).and_then([&] {
                return read_machine_faults(*document, pointer, *known.laws, fault->switches);
            });
            if (!checked) return fail(checked.error());
            const bool is_known = std::any_of(
                catalogue.faults_.begin(), catalogue.faults_.end(), [&](const Fault& one) {
                    return one.id == fault->id;
                });
            if (is_known) {
                return fail_at(*document,
                               pointer + "/id",
                               fmt::format("a second fault is named \"{}\"", fault->id));
            }
            catalogue.faults_.push_back(std::move(*fault));
        }
    }
    catalogue.known_ = std::move(known);
    return catalogue;
}

Result<Fault> FaultCatalogue::find(std::string_view id) const {
    constexpr std::string_view kDisable = "disable:";
    std::vector<std::string> names;
    if (id.substr(0, kDisable.size()) == kDisable) {
        const std::string rule(id.substr(kDisable.size()));
        for (const std::string& name : known_.rules) names.push_back(std::string(kDisable) + name);
        if (std::find(known_.rules.begin(), known_.rules.end(), rule) != known_.rules.end()) {
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
    const std::string near = nearest_name(id, names);
    return fail(ErrorCode::kNotFound,
                fmt::format("no fault is named \"{}\"{}",
                            id,
                            near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)),
                {},
                {"--list-faults prints them all"});
}

bool FaultSet::skips(Stage stage, std::string_view operation_id) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return !fault.in_secret && fault.skips.contains(stage) && fault.applies_to(operation_id);
    });
}

bool FaultSet::skips_in_secret(Stage stage, std::string_view operation_id) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return fault.in_secret && fault.skips.contains(stage) && fault.applies_to(operation_id);
    });
}

bool FaultSet::acts_in_secret(std::string_view operation_id) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return fault.in_secret && fault.applies_to(operation_id);
    });
}

Switches FaultSet::switches() const {
    Switches all;
    for (const Fault& fault : faults_) {
        all.add(fault.switches);
        if (fault.skips.contains(Stage::kDeletion)) all.keeps_deleted = true;
    }
    return all;
}

std::set<std::string, std::less<>> FaultSet::disabled_rules() const {
    std::set<std::string, std::less<>> rules;
    for (const Fault& fault : faults_)
        rules.insert(fault.disabled_rules.begin(), fault.disabled_rules.end());
    return rules;
}

std::vector<Effect> FaultSet::effects(std::string_view operation_id) const {
    std::vector<Effect> effects;
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        effects.insert(effects.end(), fault.effects.begin(), fault.effects.end());
    }
    return effects;
}

std::vector<std::string> FaultSet::tolerated(std::string_view operation_id) const {
    std::vector<std::string> globs;
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        globs.insert(globs.end(), fault.tolerates.begin(), fault.tolerates.end());
    }
    return globs;
}

RunFlaws FaultSet::run_flaws() const {
    RunFlaws flaws;
    for (const Fault& fault : faults_) flaws.insert(fault.runs.begin(), fault.runs.end());
    return flaws;
}

std::vector<std::string> FaultSet::ids() const {
    std::vector<std::string> ids;
    for (const Fault& fault : faults_) ids.push_back(fault.id);
    return ids;
}

}  // namespace plumbline::mock

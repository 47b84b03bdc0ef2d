#include "mock_server/lifecycle/state_model.hpp"

#include "mock_server/lifecycle/definition_checks.hpp"
#include "spec/base/check.hpp"
#include "spec/base/name_hint.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace plumbline::mock {
namespace {

/// Checks that a collection of that name exists, and returns it. Errors: kInvalid.
Result<const Collection*> find_collection(const FixtureValue& node, const StateModel& model) {
    const auto found = model.collections.find(node.text());
    if (found != model.collections.end()) return &found->second;
    return node.fail(fmt::format("no collection is named \"{}\"{}",
                                 node.text(),
                                 quoted_name_hint(node.text(), keys_of(model.collections))));
}

RecordIds read_ids(const FixtureValue& node) {
    constexpr std::array<std::pair<std::string_view, IdForm>, 4> kForms{{
        {"uuid", IdForm::kUuid},
        {"number", IdForm::kNumber},
        {"text", IdForm::kText},
        {"client", IdForm::kClient},
    }};
    RecordIds ids{IdForm::kUuid, node.text("member"), node.text("schema")};
    for (const auto& [name, form] : kForms) {
        if (node.text("form") == name) ids.form = form;
    }
    return ids;
}

Result<void> read_collections(const FixtureValue& nodes, StateModel& model) {
    for (const FixtureValue& node : nodes.members()) {
        auto effects = read_effects(node.at("on_create"));
        if (!effects) return fail(effects.error());
        const auto machine = model.machines.find(node.text("machine"));
        model.collections[node.name()] = {
            node.name(),
            node.text("title", node.name()),
            node.text("parent"),
            std::move(*effects),
            {},
            machine == model.machines.end() ? nullptr : &machine->second,
            read_ids(node.at("ids")),
            node.text("schema"),
            node.text("parent_member")};
    }
    for (const auto& [name, collection] : model.collections) {
        const auto parent = model.collections.find(collection.parent);
        if (parent != model.collections.end()) parent->second.children.push_back(name);
    }
    return {};
}

Result<void> check_collection(const FixtureValue& node, const StateModel& model) {
    const Collection& collection = model.collection(node.name());
    if (!collection.parent.empty() && !model.collections.contains(collection.parent)) {
        return node.at("parent").fail(
            fmt::format("no collection is named \"{}\"", collection.parent));
    }
    const std::string machine = node.text("machine");
    if (!machine.empty() && !collection.machine) {
        return node.at("machine").fail(
            fmt::format("no file in machines/ defines the machine \"{}\"", machine));
    }
    return check_effects(collection.on_create, model, collection).and_then([&] {
        return collection.machine ? check_machine(*collection.machine, model, collection)
                                  : Result<void>();
    });
}

Result<void> read_events(const FixtureValue& nodes, StateModel& model) {
    return check_each(nodes.members(), [&](const FixtureValue& node) -> Result<void> {
        const auto owner = find_collection(node.at("collection"), model);
        if (!owner) return fail(owner.error());
        auto effects = read_effects(node.at("effects"));
        if (!effects) return fail(effects.error());
        const ExternalEvent& event = model.events[node.name()] = {
            node.name(), (*owner)->name, read_conditions(node.at("when")), std::move(*effects)};
        return check_conditions(event.when, model, **owner).and_then([&] {
            return check_effects(event.effects, model, **owner);
        });
    });
}

Result<Incident> read_incident(const FixtureValue& root, const StateModel& model) {
    const FixtureValue after = root.at("after");
    const auto time =
        after.exists() ? read_limit(after.json()) : Result<MachineLimit>(MachineLimit{});
    if (!time || !time->is_time)
        return after.fail(time ? "needs a duration like \"PT30S\"" : time.error().message);
    const auto owner = find_collection(root.at("collection"), model);
    if (!owner) return fail(owner.error());
    auto effects = read_effects(root.at("effects"));
    if (!effects) return fail(effects.error());
    Incident incident{root.text("incident"),
                      (*owner)->name,
                      root.texts("states"),
                      Duration(time->value),
                      std::move(*effects)};
    RecordCondition in_states;
    in_states.test = IsInState{incident.states};
    in_states.where = root.at("states").where();
    return check_conditions({in_states}, model, **owner)
        .and_then([&] { return check_effects(incident.effects, model, **owner); })
        .map([&] { return std::move(incident); });
}

/// Adds the limits of a machine to those of the model.
Result<void> add_limits(const FixtureValue& limits, const Machine& machine, StateModel& model) {
    return check_each(machine.limits, [&](const auto& limit) -> Result<void> {
        if (model.limits.emplace(limit.first, limit.second).second) return {};
        return limits.at(limit.first)
            .fail(fmt::format("another machine already defines the limit \"{}\"", limit.first));
    });
}

/// Adds the ids of the effects or conditions that have one.
template <typename Part>
void add_ids(const std::vector<Part>& parts, std::vector<std::string>& ids) {
    for (const Part& part : parts) {
        if (!part.id.empty()) ids.push_back(part.id);
    }
}

}  // namespace

const Collection& StateModel::collection(std::string_view name) const {
    const auto found = collections.find(name);
    PLUMBLINE_CHECK(found != collections.end(),
                    "names of collections are checked when fixtures load");
    return found->second;
}

const ExternalEvent* StateModel::find_event(std::string_view name) const {
    const auto found = events.find(name);
    return found == events.end() ? nullptr : &found->second;
}

const Machine* StateModel::machine_of(std::string_view collection_name) const {
    return collection(collection_name).machine;
}

std::vector<std::string> StateModel::effect_ids() const {
    std::vector<std::string> ids;
    for (const auto& [name, collection] : collections) add_ids(collection.on_create, ids);
    for (const auto& [name, event] : events) add_ids(event.effects, ids);
    for (const auto& [name, incident] : incidents) add_ids(incident.effects, ids);
    for (const auto& [name, machine] : machines) {
        add_ids(machine.on_change, ids);
        for (const MachineState& state : machine.states) {
            add_ids(state.on_enter, ids);
            for (const StateAlarm& alarm : state.alarms) add_ids(alarm.effects, ids);
        }
    }
    return ids;
}

std::vector<std::string> StateModel::condition_ids() const {
    std::vector<std::string> ids;
    for (const auto& [name, event] : events) add_ids(event.when, ids);
    for (const auto& [name, machine] : machines) {
        for (const SlotDefinition& slot : machine.slots) add_ids(slot.when, ids);
        for (const Transition& transition : machine.transitions) add_ids(transition.when, ids);
        for (const MachineState& state : machine.states) {
            for (const StateAlarm& alarm : state.alarms) add_ids(alarm.when, ids);
        }
    }
    return ids;
}

std::set<std::string> StateModel::timing_keys() const {
    std::set<std::string> keys;
    for (const auto& [name, machine] : machines) {
        for (const MachineState& state : machine.states) {
            const std::string key = name + '/' + state.name;
            keys.insert(key);
            for (const StateAlarm& alarm : state.alarms) keys.insert(key + '/' + alarm.name);
        }
    }
    return keys;
}

Result<std::shared_ptr<const StateModel>> StateModel::load(const Fixtures& fixtures,
                                                           const Document& operations) {
    auto model = std::make_shared<StateModel>();
    const FixtureValue root(operations);
    const FixtureValue collections = root.at("collections");
    if (!collections.json().is_object()) return root.fail("the member \"collections\" is missing");
    auto machines = load_named(fixtures, "machine", [&](const Document& fixture) {
        return load_machine(fixture).and_then([&](Machine machine) {
            return add_limits(FixtureValue(fixture).at("limits"), machine, *model).map([&] {
                return std::move(machine);
            });
        });
    });
    return assign(std::move(machines), model->machines)
        .and_then([&] { return read_collections(collections, *model); })
        .and_then([&] {
            return check_each(collections.members(), [&](const FixtureValue& node) {
                return check_collection(node, *model);
            });
        })
        .and_then([&] { return read_events(root.at("events"), *model); })
        .and_then([&] {
            auto loaded = load_named(fixtures, "incident", [&](const Document& fixture) {
                return read_incident(FixtureValue(fixture), *model);
            });
            return assign(std::move(loaded), model->incidents);
        })
        .map([&] { return std::shared_ptr<const StateModel>(std::move(model)); });
}

}  // namespace plumbline::mock

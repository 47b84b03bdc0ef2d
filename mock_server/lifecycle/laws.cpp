#include "mock_server/lifecycle/laws.hpp"

#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Result<void> read_collections(const Document& fixture, Laws& laws) {
    const Json* nodes = member(*fixture.root, "collections");
    if (!nodes || !nodes->is_object())
        return fail_at(fixture, "", "needs the member \"collections\"");
    for (const auto& [name, node] : nodes->items()) {
        auto effects =
            read_effects(fixture, "/collections/" + escape_pointer_token(name) + "/on_create");
        if (!effects) return fail(effects.error());
        laws.collections[name] = {name,
                                  string_or(node, "title", name),
                                  string_or(node, "parent", ""),
                                  string_or(node, "machine", ""),
                                  std::move(*effects)};
    }
    return {};
}

Result<void> read_events(const Document& fixture, Laws& laws) {
    const Json* nodes = member(*fixture.root, "events");
    if (!nodes || !nodes->is_object()) return {};
    for (const auto& [name, node] : nodes->items()) {
        const std::string pointer = "/events/" + escape_pointer_token(name);
        auto effects = read_effects(fixture, pointer + "/effects");
        if (!effects) return fail(effects.error());
        laws.events[name] = {name,
                             string_or(node, "collection", ""),
                             read_conditions(fixture, pointer + "/when"),
                             std::move(*effects)};
    }
    return {};
}

Result<void> check_event(const Document& fixture, const Laws& laws, const Event& event) {
    const std::string pointer = "/events/" + escape_pointer_token(event.name);
    const auto collection = laws.collections.find(event.collection);
    if (collection == laws.collections.end()) {
        return fail_at(fixture,
                       pointer + "/collection",
                       fmt::format("no collection is named \"{}\"", event.collection));
    }
    return check_effects(event.effects, laws, collection->second, fixture, pointer + "/effects");
}

Result<void> check_collection(const Document& fixture,
                              const Laws& laws,
                              const Collection& collection) {
    const std::string pointer = "/collections/" + escape_pointer_token(collection.name);
    if (!collection.parent.empty() && !laws.collections.contains(collection.parent)) {
        return fail_at(fixture,
                       pointer + "/parent",
                       fmt::format("no collection is named \"{}\"", collection.parent));
    }
    if (!collection.machine.empty() && !laws.machines.contains(collection.machine)) {
        return fail_at(
            fixture,
            pointer + "/machine",
            fmt::format("no file in machines/ defines the machine \"{}\"", collection.machine));
    }
    return check_effects(collection.on_create, laws, collection, fixture, pointer + "/on_create");
}

/// A machine's effects are checked once for each collection that lives by it.
Result<void> check_machine(const Document& fixture, const Machine& machine, const Laws& laws) {
    for (const auto& [name, collection] : laws.collections) {
        if (collection.machine != machine.name()) continue;
        auto checked = check_effects(machine.on_change(), laws, collection, fixture, "/on_change");
        if (!checked) return checked;
        for (const State& state : machine.states()) {
            checked =
                check_effects(state.on_enter, laws, collection, fixture, "/states/" + state.name);
            if (!checked) return checked;
        }
    }
    return {};
}

Result<std::map<std::string, Document>> read_machines(const Fixtures& fixtures, Laws& laws) {
    std::map<std::string, Document> documents;
    for (const std::string& path : fixtures.list("machines")) {
        auto document = fixtures.load(path, "Machine");
        if (!document) return fail(document.error());
        auto machine = Machine::load(*document);
        if (!machine) return fail(machine.error());
        const std::string name = machine->name();
        if (!laws.machines.emplace(name, std::move(*machine)).second) {
            return fail_at(
                *document, "/machine", fmt::format("a second machine is named \"{}\"", name));
        }
        documents[name] = std::move(*document);
    }
    return documents;
}

/// Adds the ids of effects or conditions that have one.
template <typename Part>
void add_ids(const std::vector<Part>& parts, std::vector<std::string>& ids) {
    for (const Part& part : parts) {
        if (!part.id.empty()) ids.push_back(part.id);
    }
}

}  // namespace

const Collection& Laws::collection(std::string_view name) const {
    const auto found = collections.find(name);
    PLUMBLINE_CHECK(found != collections.end(),
                    "names of collections are checked when fixtures load");
    return found->second;
}

const Event* Laws::find_event(std::string_view name) const {
    const auto found = events.find(name);
    return found == events.end() ? nullptr : &found->second;
}

const Machine* Laws::machine_of(std::string_view collection_name) const {
    const auto found = machines.find(collection(collection_name).machine);
    return found == machines.end() ? nullptr : &found->second;
}

std::vector<std::string> Laws::children_of(std::string_view collection_name) const {
    std::vector<std::string> names;
    for (const auto& [child, collection] : collections) {
        if (collection.parent == collection_name) names.push_back(child);
    }
    return names;
}

std::vector<std::string> Laws::effect_ids() const {
    std::vector<std::string> ids;
    for (const auto& [name, collection] : collections) add_ids(collection.on_create, ids);
    for (const auto& [name, event] : events) add_ids(event.effects, ids);
    for (const auto& [name, machine] : machines) {
        add_ids(machine.on_change(), ids);
        for (const State& state : machine.states()) add_ids(state.on_enter, ids);
    }
    return ids;
}

std::vector<std::string> Laws::condition_ids() const {
    std::vector<std::string> ids;
    for (const auto& [name, event] : events) add_ids(event.when, ids);
    return ids;
}

Result<std::shared_ptr<const Laws>> Laws::load(const Fixtures& fixtures,
                                               const Document& operations) {
    auto laws = std::make_shared<Laws>();
    auto read = read_collections(operations, *laws);
    if (!read) return fail(read.error());
    read = read_events(operations, *laws);
    if (!read) return fail(read.error());
    const auto documents = read_machines(fixtures, *laws);
    if (!documents) return fail(documents.error());
    for (const auto& [name, collection] : laws->collections) {
        auto checked = check_collection(operations, *laws, collection);
        if (!checked) return fail(checked.error());
    }
    for (const auto& [name, event] : laws->events) {
        auto checked = check_event(operations, *laws, event);
        if (!checked) return fail(checked.error());
    }
    for (const auto& [name, document] : *documents) {
        auto checked = check_machine(document, laws->machines.at(name), *laws);
        if (!checked) return fail(checked.error());
    }
    return std::shared_ptr<const Laws>(std::move(laws));
}

Result<void> check_effects(const std::vector<Effect>& effects,
                           const Laws& laws,
                           const Collection& owner,
                           const Document& fixture,
                           const std::string& pointer) {
    for (const Effect& effect : effects) {
        if (effect.on == Subject::kParent && owner.parent.empty()) {
            return fail_at(
                fixture, pointer, fmt::format("\"{}\" has no parent to act on", owner.name));
        }
        if (effect.kind != Effect::Kind::kCreate) continue;
        const auto made = laws.collections.find(effect.collection);
        if (made == laws.collections.end() || made->second.parent != owner.name) {
            return fail_at(
                fixture,
                pointer,
                fmt::format("cannot create \"{}\": it is no collection whose parent is \"{}\"",
                            effect.collection,
                            owner.name));
        }
    }
    return {};
}

}  // namespace plumbline::mock

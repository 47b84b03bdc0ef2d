#include "mock_server/lifecycle/laws.hpp"

#include "mock_server/lifecycle/check_laws.hpp"
#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

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
    for (const auto& [name, collection] : laws.collections) {
        const auto parent = laws.collections.find(collection.parent);
        if (parent != laws.collections.end()) parent->second.children.push_back(name);
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

Result<Incident> read_incident(const Document& fixture) {
    Incident incident;
    incident.name = string_or(*fixture.root, "incident", "");
    incident.collection = string_or(*fixture.root, "collection", "");
    incident.states = strings_or_empty(*fixture.root, "states");
    auto effects = read_effects(fixture, "/effects");
    if (!effects) return fail(effects.error());
    incident.effects = std::move(*effects);
    const Json* after = member(*fixture.root, "after");
    const auto time = after ? read_limit(*after) : Result<Limit>(Limit{});
    if (!time || !time->is_time) {
        return fail_at(
            fixture, "/after", time ? "needs a duration like \"PT30S\"" : time.error().message);
    }
    incident.after = Duration(time->value);
    return incident;
}

Result<std::map<std::string, Document>> read_incidents(const Fixtures& fixtures, Laws& laws) {
    std::map<std::string, Document> documents;
    for (const std::string& path : fixtures.list("incidents")) {
        auto document = fixtures.load(path, "Incident");
        if (!document) return fail(document.error());
        auto incident = read_incident(*document);
        if (!incident) return fail(incident.error());
        const std::string name = incident->name;
        if (!laws.incidents.emplace(name, std::move(*incident)).second) {
            return fail_at(
                *document, "/incident", fmt::format("a second incident is named \"{}\"", name));
        }
        documents[name] = std::move(*document);
    }
    return documents;
}

Result<void> gather_limits(const std::map<std::string, Document>& documents, Laws& laws) {
    for (const auto& [name, machine] : laws.machines) {
        for (const auto& [limit_name, limit] : machine.limits()) {
            if (laws.limits.emplace(limit_name, limit).second) continue;
            return fail_at(documents.at(name),
                           "/limits/" + escape_pointer_token(limit_name),
                           fmt::format("another machine has a limit \"{}\"", limit_name));
        }
    }
    return {};
}

/// Says whether the machine of a collection has slots.
bool has_slots(const Laws& laws, const std::string& collection) {
    const Machine* machine = laws.machine_of(collection);
    return machine && !machine->slots().empty();
}

/// Tells the collections what moves them.
void link_machines(Laws& laws) {
    for (auto& [name, collection] : laws.collections) {
        const auto machine = laws.machines.find(collection.machine);
        if (machine != laws.machines.end()) collection.moves = &machine->second;
    }
    for (auto& [name, collection] : laws.collections) {
        collection.frees_slots =
            has_slots(laws, name) ||
            std::any_of(collection.children.begin(),
                        collection.children.end(),
                        [&](const std::string& child) { return has_slots(laws, child); });
    }
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
    // There are few, and most names differ in length already: quicker than to halve them.
    const auto found = std::find_if(
        collections.begin(), collections.end(), [&](const auto& one) { return one.first == name; });
    PLUMBLINE_CHECK(found != collections.end(),
                    "names of collections are checked when fixtures load");
    return found->second;
}

const Event* Laws::find_event(std::string_view name) const {
    const auto found = events.find(name);
    return found == events.end() ? nullptr : &found->second;
}

const Machine* Laws::machine_of(std::string_view collection_name) const {
    return collection(collection_name).moves;
}

const std::vector<std::string>& Laws::children_of(std::string_view collection_name) const {
    return collection(collection_name).children;
}

std::vector<std::string> Laws::effect_ids() const {
    std::vector<std::string> ids;
    for (const auto& [name, collection] : collections) add_ids(collection.on_create, ids);
    for (const auto& [name, event] : events) add_ids(event.effects, ids);
    for (const auto& [name, incident] : incidents) add_ids(incident.effects, ids);
    for (const auto& [name, machine] : machines) {
        add_ids(machine.on_change(), ids);
        for (const State& state : machine.states()) {
            add_ids(state.on_enter, ids);
            for (const StateAlarm& alarm : state.alarms) add_ids(alarm.effects, ids);
        }
    }
    return ids;
}

std::vector<std::string> Laws::condition_ids() const {
    std::vector<std::string> ids;
    for (const auto& [name, event] : events) add_ids(event.when, ids);
    for (const auto& [name, machine] : machines) {
        for (const Slot& slot : machine.slots()) add_ids(slot.when, ids);
        for (const Transition& transition : machine.transitions()) add_ids(transition.when, ids);
        for (const State& state : machine.states()) {
            for (const StateAlarm& alarm : state.alarms) add_ids(alarm.when, ids);
        }
    }
    return ids;
}

std::set<std::string> Laws::timed_places() const {
    std::set<std::string> places;
    for (const auto& [name, machine] : machines) {
        for (const State& state : machine.states()) {
            const std::string place = name + '/' + state.name;
            places.insert(place);
            for (const StateAlarm& alarm : state.alarms) places.insert(place + '/' + alarm.name);
        }
    }
    return places;
}

Result<std::shared_ptr<const Laws>> Laws::load(const Fixtures& fixtures,
                                               const Document& operations) {
    auto laws = std::make_shared<Laws>();
    auto read = read_collections(operations, *laws);
    if (!read) return fail(read.error());
    read = read_events(operations, *laws);
    if (!read) return fail(read.error());
    const auto machines = read_machines(fixtures, *laws);
    if (!machines) return fail(machines.error());
    link_machines(*laws);
    const auto incidents = read_incidents(fixtures, *laws);
    if (!incidents) return fail(incidents.error());
    read = gather_limits(*machines, *laws);
    if (!read) return fail(read.error());
    read = check_laws(*laws, operations, *machines, *incidents);
    if (!read) return fail(read.error());
    return std::shared_ptr<const Laws>(std::move(laws));
}

}  // namespace plumbline::mock
